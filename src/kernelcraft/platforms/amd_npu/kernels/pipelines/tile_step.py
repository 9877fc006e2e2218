"""One step along the sum of a matrix product: each tile of a block gets a product of two tiles.

p1 walks along rows of tiles of the left factor (`d0`, `m4`) in load unit A, p2 along tiles of the
right one (`d2`) in load unit B; see `product`. Products are issued one a cycle, loads as late as
they can be, so that each tile of a factor takes one register.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from kernelcraft.codegen.loop import Loop
from kernelcraft.codegen.operation import Operation
from kernelcraft.codegen.registers import allocate, live_ranges
from kernelcraft.platforms.amd_npu.kernels.schedule import AIE2, Memory, core_reader

SUMS = tuple(f"bm{half}{index}" for index in range(9) for half in "lh")
POINTERS = {"p1": "left", "p2": "right", "p3": "bias", "p4": "product"}
"""What they point to: memory of its own, in banks of its own."""
READER = core_reader(Memory(apart=tuple(POINTERS), banks=POINTERS))
CONFIG = "r8"  # 28: tiles of 4x8 and 8x4
AGAIN = 4  # cycles from a product to the next one on the same sum
ARRIVES = 7  # cycles that a load takes


@dataclass(frozen=True)
class Block:
    """`rows` by `columns` tiles of the product, each in an accumulator."""

    rows: int
    columns: int

    @property
    def tiles(self) -> int:
        """How many there are."""
        return self.rows * self.columns

    def places(self) -> list[tuple[int, int]]:
        """Rows and columns of the products in order, two by two: short live ranges of factors."""
        return [
            place
            for rows in _pairs(self.rows)
            for columns in _pairs(self.columns)
            for place in self._few(rows, columns)
        ]

    def _few(self, rows: range, columns: range) -> Iterator[tuple[int, int]]:
        """The longer side of the block is that whose tiles are not kept for the whole step."""
        if self.columns >= self.rows:
            return ((row, column) for row in rows for column in columns)
        return ((row, column) for column in columns for row in rows)


def _pairs(count: int) -> list[range]:
    return [range(first, min(first + 2, count)) for first in range(0, count, 2)]


@dataclass(frozen=True)
class Step:
    """A block's step, scheduled; `products[i]` is when the i-th of `block.places()` is issued."""

    block: Block
    loop: Loop
    products: tuple[int, ...]

    @property
    def interval(self) -> int:
        """Bundles from step to step."""
        return self.loop.interval


@cache
def step(block: Block, least: int = AGAIN) -> Step:
    """The schedule, with at least `least` bundles from step to step; raises TooFewRegisters."""
    values = {f"a{row}": "x" for row in range(block.rows)}
    values |= {f"b{column}": "x" for column in range(block.columns)}
    operations = READER("\n".join(lines(block)), values)
    times = _times(block, operations)
    interval = max(block.tiles, least, 2 * block.rows, 2 * block.columns)
    found = live_ranges(operations, times)
    while any(life.length > interval for life in found.values()) or _meet(
        operations, times, interval
    ):
        interval += 1
    registers = allocate(found, AIE2.of(values), set(), interval)
    products = tuple(
        time for each, time in zip(operations, times, strict=True) if each.unit == "vec"
    )
    return Step(block, Loop(tuple(operations), tuple(times), interval, registers), products)


def _meet(operations: Sequence[Operation], times: Sequence[int], interval: int) -> bool:
    """Whether two instructions of different steps want one slot."""
    places = {(each.unit, t % interval) for each, t in zip(operations, times, strict=True)}
    return len(places) < len(operations)


def lines(block: Block) -> Iterator[str]:
    """The instructions; the values are called a0, a1, ... and b0, b1, ..."""
    for row in range(block.rows):
        yield f"vlda %a{row}.l, [p1], #32"
        last = row == block.rows - 1
        yield f"vlda.3d %a{row}.h, [p1], d0" if last else f"vlda %a{row}.h, [p1], m4"
    for column in range(block.columns):
        yield f"vldb %b{column}.l, [p2], #32"
        last = column == block.columns - 1
        yield f"vldb.3d %b{column}.h, [p2], d2" if last else f"vldb %b{column}.h, [p2], #32"
    for index, (row, column) in enumerate(block.places()):
        yield f"vmac.f {SUMS[index]}, {SUMS[index]}, %a{row}, %b{column}, {CONFIG}"


def _times(block: Block, operations: Sequence[Operation]) -> list[int]:
    """The bundle of each of `lines`, the first one 0."""
    places = block.places()
    rows = [min(i for i, each in enumerate(places) if each[0] == r) for r in range(block.rows)]
    columns = [
        min(i for i, each in enumerate(places) if each[1] == c) for c in range(block.columns)
    ]
    times = [*_latest(rows), *_latest(columns), *range(len(places))]
    return [time - min(times) for time in times]


def _latest(needed: Sequence[int]) -> list[int]:
    """When to load the halves of tiles that are needed then, one a cycle, in order."""
    found: list[int] = []
    for first in reversed(needed):
        for _ in "hl":
            latest = first - ARRIVES
            found.insert(0, min(latest, found[0] - 1) if found else latest)
    return found
