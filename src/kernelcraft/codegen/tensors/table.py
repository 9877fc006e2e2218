"""What a machine tells the compiler: which instructions each primitive is, and how it is addressed.

Operands of primitives are vectors (v) or numbers (n) of a whole row of a tensor. Vectors lie in
rows of a memory on the chip, given by a register that holds their address; a machine that has
`load v` and `store v` works on vectors in registers, which stand as `%name` in its instructions
until a block of them is given its registers. Numbers are in registers of their own; a machine
without such keeps a number in every element of a vector.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from kernelcraft.cells.protocol import Constant, MemoryMap, Placement
from kernelcraft.codegen.tensors.graph import COMMUTATIVE
from kernelcraft.codegen.tensors.writer import Address, Scalar, Writer

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Cell
    from kernelcraft.cells.moves import Move
    from kernelcraft.codegen.tensors.compiler import Compiled
    from kernelcraft.codegen.tensors.kernel import Settings
    from kernelcraft.codegen.tensors.rows_alone import Alone

Text = str | Callable[..., Sequence[str]]
"""Instructions as text with the operands {d}, {a} and {b}, a line each; or a function of these."""

VECTOR: Final = "v"
NUMBER: Final = "n"
FORMS: Final[dict[str, str]] = {
    "copy": "v n nv vn",
    "add": "vv vn nn",
    "sub": "vv vn nv nn",
    "mul": "vv vn nn",
    "max": "vv vn nn",
    "exp": "v n",
    "sqrt": "v n",
    "reciprocal": "v n",
    "rsqrt": "v n",
    "negative": "v n",
    "reduce_sum": "v nv",
    "reduce_max": "v nv",
    "broadcast": "n",
    "load": "v",
    "store": "v",
}
"""By primitive the kinds of its operands: `sub nv` is a number less each element. A reduction `nv`
takes d along: d = d + the sum of v; `v` gives a number, or a vector with it in every element."""


@dataclass(frozen=True)
class Ref:
    """A tensor, or a part of one, in a memory: `row` and `chunk` are the steps from a row to the
    next and from a vector of a row to the next. `placement` is that of an input in place."""

    address: Address
    rows: int
    chunks: int
    row: int
    chunk: int
    placement: Placement | None = None
    on_chip: bool = False

    def at(self, address: Address) -> Ref:
        """The same elsewhere."""
        return replace(self, address=address)

    def vector(self, row: int, chunk: int) -> Address:
        """Where a vector lies."""
        return self.address.plus(row * self.row + chunk * self.chunk)

    def part(self, row: int, rows: int, chunk: int, chunks: int) -> Ref:
        """Some rows and some vectors of each."""
        return replace(self, address=self.vector(row, chunk), rows=rows, chunks=chunks)

    @property
    def vectors(self) -> int:
        """All of them."""
        return self.rows * self.chunks

    def runs(self, other: Ref, most: int) -> Iterator[tuple[Address, Address, int, int]]:
        """Transfers between this tensor and `other`, whose vectors lie one after another.

        Each is where it begins here and there, at most as many vectors, and the step between them
        here.
        """
        unit = other.chunk if other.row == other.chunks * other.chunk else other.row
        blocked = other.chunks > 1 and other.chunk == other.rows * other.row
        even = self.row == self.chunk * self.chunks or self.rows == 1
        if even and not blocked:  # all vectors are as far apart
            lines = [(0, 0, self.vectors, self.chunk)]
        elif blocked or self.chunks == 1:
            lines = [(0, chunk, self.rows, self.row) for chunk in range(self.chunks)]
        else:
            lines = [(row, 0, self.chunks, self.chunk) for row in range(self.rows)]
        for row, chunk, count, step in lines:
            here, there = self.vector(row, chunk), other.vector(row, chunk)
            for first in range(0, count, most):
                some = min(most, count - first)
                yield here.plus(first * step), there.plus(first * unit), some, step


Transfer = Callable[[Writer, Ref, Ref], None]
"""Writes a transfer: from the first to the second."""


@dataclass(frozen=True)
class Tile:
    """A product of tiles: `rows` x `columns` results, as deep as a vector has elements.

    step: one product, of the operands {d} (the first of the results), {a} (of the left factor) and
    {b} (of the right one); it adds to what is there. start: what comes before the first product of
    some results, finish: what comes after the last. Where a vector holds results of several tiles,
    the right factor's are `across` addresses apart. The right factor is brought a block at a time,
    as wide as a vector: by `fetch` to the `room` of a memory of its own, or like all else. `anew`:
    what has been finished cannot be added to.
    """

    step: Text
    columns: int
    rows: int = 1
    start: Text = ""
    finish: Text = ""
    across: int = 0
    fetch: Transfer | None = None
    room: tuple[int, int] | None = None
    anew: bool = False


@dataclass(frozen=True)
class RegisterTile:
    """A product of tiles in registers: `rows` x `columns` results of `depth` products each.

    sums: registers that keep results, as many as tiles are worked on at a time, `across` of them
    side by side. left and right load a tile of a factor, given its address {a}; step adds a product
    to {d}; start makes {d} nothing; finish stores {a} at the address {d}; bias makes every row of
    {d} what is at {a}.
    """

    rows: int
    depth: int
    columns: int
    sums: tuple[str, ...]
    across: int
    left: Text
    right: Text
    step: Text
    start: Text
    finish: Text
    bias: Text = ""
    unroll: int = 4


@dataclass(frozen=True)
class Table:
    """A machine's lowering table.

    lanes: elements of a vector. scalar: how it counts and addresses. room: the first and the last
    address plus one of the rows on the chip that a kernel may use, `unit` addresses each.
    numbers: registers for a number. fixed: operands that always hold a number. constant: writes one
    of the cell's constants to a place; `immediate` any number that it can. fetch and store: rows
    from and to the memory of the tensors, `element` addresses an element. operations: primitives
    with the kinds of their operands, such as "sub vn", as `FORMS` lists them. overlaps: whether
    units of the machine work at the same time, which bounds need to know. blocked: a tensor on
    the chip has all first vectors of its rows, then all second ones; else it is row-major. product
    and transposed: products of tiles, the second with the transpose of its right factor. longest:
    instructions that an iteration of an outermost loop may run. usual: the settings of kernels that
    nobody has tuned. mask: where operations can leave out elements of a vector, what {m} is for the
    first `part` elements of one, or for all where that is 0.

    whole: there is room for whole tensors on the chip, where all but right factors are kept. Inputs
    are addressed from their own first element on. aside: the place of a right factor that was
    computed, by its first address, rows and columns. padding: vectors of a transfer, which fetches
    no fewer.

    Of a machine with vector registers: `held` are those that keep constants and sums, and `block`
    gives the others to the values of straight code, in whatever order it is to run; or `text`
    makes the kernel's text of all lines. `home`: where a tensor lies, if not where it is placed.
    """

    lanes: int
    scalar: Scalar
    operations: Mapping[str, Text]
    room: Callable[[MemoryMap], tuple[int, int]]
    fetch: Transfer
    store: Transfer
    constant: Callable[[Writer, str, Constant], None]
    immediate: Callable[[Writer, str, float], bool]
    overlaps: bool = False
    unit: int = 1
    blocked: bool = False
    whole: bool = False
    aside: Callable[[int, int, int], Placement] | None = None
    padding: int = 1
    mask: Callable[[Writer, MemoryMap, int], str] | None = None
    longest: Callable[[MemoryMap], int] | None = None
    usual: Settings | None = None
    numbers: tuple[str, ...] = ()
    fixed: Mapping[float, str] = field(default_factory=dict)
    product: Tile | RegisterTile | None = None
    transposed: Tile | RegisterTile | None = None
    held: tuple[str, ...] = ()
    block: Callable[[Sequence[str]], Sequence[str]] | None = None
    home: Callable[[MemoryMap, Placement], Address] | None = None
    text: Callable[[Sequence[str]], str] | None = None
    begin: tuple[str, ...] = ()
    end: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for row in self.operations:
            name, _, kinds = row.partition(" ")
            if kinds not in FORMS.get(name, "").split():
                raise ValueError(f"{row}: no such primitive; {name} has {FORMS.get(name, 'none')}")

    @property
    def in_registers(self) -> bool:
        """Whether vectors are loaded to registers and stored from them."""
        return self.has("load")

    def kernel(self, cell: Cell, settings: Settings | None = None) -> str:
        """A kernel of the cell; raises Unwritten for what the table has no instructions for."""
        from kernelcraft.codegen.tensors.compiler import kernel

        return kernel(cell, self, settings)

    def compiled(self, cell: Cell) -> Compiled:
        """That kernel, and the rows that it was made with."""
        from kernelcraft.codegen.tensors.compiler import compiled
        from kernelcraft.codegen.tensors.kernel import Settings

        return compiled(cell, self, self.usual or Settings())

    def alone(self) -> Iterator[Alone]:
        """For each row the smallest task that needs it."""
        from kernelcraft.codegen.tensors.rows_alone import alone

        return alone(self)

    def moves(self, cell: Cell) -> tuple[Move, ...]:
        """What a tuner may try: other settings of the compiler."""
        from kernelcraft.codegen.tensors.moves import moves

        return moves(self, cell)

    def bound(self, cell: Cell) -> int | None:
        """The cycles of the work that every kernel has to do; None where it is not known."""
        from kernelcraft.codegen.tensors.bounds import bound

        return bound(self, cell)

    def has(self, name: str) -> bool:
        """Whether the primitive is there for any kinds of operands."""
        return any(each.partition(" ")[0] == name for each in self.operations)

    def form(self, name: str, kinds: str) -> tuple[Text, bool] | None:
        """The primitive for operands of these kinds, and whether they must be exchanged."""
        found = self.operations.get(f"{name} {kinds}")
        if found is not None:
            return found, False
        if name in COMMUTATIVE and len(kinds) == 2:
            found = self.operations.get(f"{name} {kinds[::-1]}")
            if found is not None:
                return found, True
        return None


def instructions(text: Text, **operands: str) -> Sequence[str]:
    """The lines of a primitive with its operands."""
    if callable(text):
        return text(**operands)
    return [line.strip().format(**operands) for line in text.strip().splitlines()]
