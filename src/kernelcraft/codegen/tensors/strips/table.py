"""What a machine tells the compiler of whole numbers: its primitives, registers and lengths.

Vectors have elements of 8, 16 or 32 bits, and as many of them as the program says. A row is a
primitive with the kinds of its operands, v for a vector and n for a number; its lines begin with
`@` and the width that they work on, `{w}` being that of the result. A row with widths, such as
"widen 8 32", is for these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors.graph import COMMUTATIVE
from kernelcraft.codegen.tensors.strips.code import Vectors

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Cell
    from kernelcraft.cells.moves import Move
    from kernelcraft.codegen.tensors.compiler import Compiled
    from kernelcraft.codegen.tensors.rows_alone import Alone

FORMS: Final[Mapping[str, str]] = {
    "load": "8, 16, 32",
    "store": "8, 16, 32",
    "load_number": "8",
    "store_number": "32",
    "advance": "n, nn",
    "widen": "8 16, 8 32, 16 32",
    "widen_unsigned": "8 16, 8 32, 16 32",
    "narrow": "16 8, 32 16",
    "set": "n",
    "copy": "v",
    "add": "vv, vn, nn",
    "sub": "vv, vn, nv, nn",
    "mul": "vv, vn, nn",
    "max": "vv, vn, nn",
    "widening_mul": "vv 16, vv 32",
    "accumulate": "nv",
    "add_wide": "v",
    "reduce_sum": "16, 32",
    "reduce_sum_unsigned": "16",
    "reduce_max": "8, 16, 32",
    "start": "n",
    "first": "8, 16, 32",
    "look_up": "8, 16",
    "requantise": "vv, nn",
    "rounded_quotient": "vn",
    "floor_divide": "vn",
    "whole_root": "n",
}
"""By primitive the kinds of its operands or their widths, the operands being {a}, {b} ... and {d}.

`sub nv` is a number less each element. `narrow` keeps the low bits. `accumulate` adds the products
of a number and elements of 16 bits to 32 bits, `add_wide` elements of 16 bits to 32. A reduction
takes the first element of {b} along and gives that of {d}; sums have 32 bits, maxima the bits of
the elements. `start` writes the first element, `first` reads it. `look_up` reads the entry {a} of a
table at the address {b}; `requantise` scales sums {a} of 32 bits by multipliers {b} and shifts {c},
adds the zero point {z} and gives 8 bits. `floor_divide` is without a sign."""


@dataclass(frozen=True)
class StripTable:
    """A lowering table of whole numbers.

    most: bytes of the longest vector. line: what loads and stores like addresses to be multiples
    of. begin and end: around the kernel. A cell's scratch memory, in bytes, is the fast one.
    """

    vectors: Vectors
    operations: Mapping[str, str]
    most: int
    line: int
    begin: tuple[str, ...] = ()
    end: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for row in self.operations:
            name, _, kinds = row.partition(" ")
            if kinds not in FORMS.get(name, "").split(", "):
                raise ValueError(f"{row}: no such primitive; {name} has {FORMS.get(name, 'none')}")

    def kernel(self, cell: Cell) -> str:
        """A kernel of the cell; raises Unwritten for what the table has no instructions for."""
        from kernelcraft.codegen.tensors.strips.compiler import kernel

        return kernel(cell, self)

    def compiled(self, cell: Cell) -> Compiled:
        """That kernel, and the rows that it was made with."""
        from kernelcraft.codegen.tensors.strips.compiler import compiled

        return compiled(cell, self)

    def alone(self) -> Iterator[Alone]:
        """For each row the smallest task that needs it."""
        from kernelcraft.codegen.tensors.strips.rows_alone import alone

        return alone(self)

    def moves(self, cell: Cell) -> tuple[Move, ...]:
        """None: there are no settings."""
        return ()

    def bound(self, cell: Cell) -> int | None:
        """Not known from a table whose machine works on several strips at a time."""
        return None

    def row(self, name: str) -> str:
        """A row by its name; raises Unwritten where there is none."""
        if name not in self.operations:
            raise Unwritten(f"the lowering table has no {name}")
        return self.operations[name]

    def form(self, name: str, kinds: str) -> tuple[str, bool]:
        """The primitive for operands of these kinds, and whether they must be exchanged."""
        if f"{name} {kinds}" not in self.operations and name in COMMUTATIVE:
            return self.row(f"{name} {kinds[::-1]}"), True
        return self.row(f"{name} {kinds}"), False
