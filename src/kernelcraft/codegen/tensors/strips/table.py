"""What a machine tells the compiler of whole numbers: its primitives, registers and lengths.

Vectors have elements of 8, 16 or 32 bits, and as many of them as the program says. A row is a
primitive with the kinds of its operands, v for a vector and n for a number; its lines begin with
`@` and the width that they work on, `{w}` being that of the result. A row with widths, such as
"widen 8 32", is there for these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors.graph import COMMUTATIVE
from kernelcraft.codegen.tensors.strips.code import Vectors

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Cell
    from kernelcraft.cells.moves import Move

FORMS: Final[Mapping[str, str]] = {
    "load": "8 16 32",
    "store": "8 16 32",
    "load_number": "8 32",
    "store_number": "32",
    "advance": "n nn",
    "widen": "widths, of numbers with a sign",
    "widen_unsigned": "widths, of numbers without",
    "narrow": "widths; upper bits are lost",
    "set": "n",
    "copy": "v",
    "add": "vv vn nn",
    "sub": "vv vn nv nn",
    "mul": "vv vn nn",
    "max": "vv vn nn",
    "widening_mul": "vv: twice as wide as the operands, these and it with a sign",
    "accumulate": "nv vv: adds products of 16 bits to 32",
    "add_wide": "v: adds elements of 16 bits to 32",
    "reduce_sum": "16 32, from a start {b}",
    "reduce_max": "8 16 32",
    "start": "n: the first element only",
    "first": "8 32",
    "look_up": "8 16: the entry {a} of the table at {b}",
    "requantise": "vv nn: the sums {a} by multiplier {b}, shift {c} and zero point {z}",
    "rounded_quotient": "vn",
    "floor_divide": "vn, without a sign",
    "whole_root": "n",
}
"""Primitives on whole numbers beside those on floats, with their kinds or widths."""


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

    def kernel(self, cell: Cell) -> str:
        """A kernel of the cell; raises Unwritten for what the table has no instructions for."""
        from kernelcraft.codegen.tensors.strips.compiler import kernel

        return kernel(cell, self)

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
