"""The schedule for small Y = X·W with M_BMV: no preparation, but partial results to add.

M_BMV sees a row of X as 4 heads, head h being its elements h, h + 4, h + 8, ...: 16 of each 64, and
multiplies all of them by the same 16 rows of a tile. Fetched with 4 times the row length as stride,
tile h holds the rows h, h + 4, ... of W, so its product is right for head h and waste for the other
three. Four tiles give four partial rows, which are added: 1 cycle for 64 results where M_MM takes
64 for 4 x 4. A tile spans 256 rows of W, and so several weights that are adjacent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Placement
from kernelcraft.platforms.plena.kernels.schedules.schedule import (
    FETCH,
    HEAD,
    HEADS,
    ROW,
    TILE,
    Schedule,
)

SPAN = HEADS * ROW  # rows of W in one set of four tiles
MANY = 16  # rows of X from which on interleaving them is always better


@dataclass(frozen=True)
class Products:
    """`count` products [rows][depth] x [depth][columns], adjacent in every tensor."""

    x: Placement
    w: Placement
    bias: Placement | None
    output: int
    count: int
    rows: int
    depth: int
    columns: int

    @classmethod
    def of(cls, cell: Cell) -> Products:
        """What a GEMM, BatchMatMul or Linear cell asks for, read from its tensors."""
        memory_map = cell.memory_map
        x, w = memory_map.input("x"), memory_map.input("w")
        bias = next((each for each in memory_map.inputs if each.tensor.name == "b"), None)
        depth, columns = w.tensor.shape[-2:]
        count = w.detail("rows") // depth
        rows = x.detail("rows") // count
        return cls(x, w, bias, memory_map.output.address, count, rows, depth, columns)

    @property
    def blocks(self) -> int:
        """Blocks of 64 in a row of X."""
        return self.depth // ROW

    def result(self, member: int, row: int, column: int) -> int:
        """The address of a row's 64 results from a column on."""
        return (
            self.output + (column // ROW * self.count * self.rows + member * self.rows + row) * ROW
        )

    def fetch_bias(self, s: Schedule) -> int | None:
        """Bring the bias to vector SRAM; its address there."""
        if self.bias is None:
            return None
        fetches = -(-self.columns // (FETCH * ROW))
        target = s.reserve(fetches * FETCH)
        for first in range(0, fetches * FETCH * ROW, FETCH * ROW):
            s.fetch_rows(target + first, self.bias, first, ROW)
        return target


def row_by_row(cell: Cell) -> Iterator[Schedule]:
    """For products of few rows, of which whole ones lie in a span."""
    products = Products.of(cell)
    if SPAN % products.depth == 0 and products.rows % FETCH == 0 and products.rows < MANY:
        schedule = Schedule(cell, "M_BMV on every fourth row of W")
        _Rows(schedule, products).write()
        yield schedule


class _Rows:
    def __init__(self, schedule: Schedule, products: Products) -> None:
        self.schedule, self.products = schedule, products
        self.in_span = min(products.count, SPAN // products.depth)
        self.source = schedule.reserve(self.in_span * products.blocks * products.rows)
        self.partial = schedule.reserve(HEADS * HEADS)

    def write(self) -> None:
        """The whole kernel."""
        p, s = self.products, self.schedule
        self._fetch_w(0, 0)  # the first transfer is slow: rather a large one
        bias = p.fetch_bias(s)
        for first in range(0, p.count, self.in_span):
            members = range(first, min(p.count, first + self.in_span))
            for member in members:
                self._fetch_x(member)
            for column in range(0, p.columns, ROW):
                self._fetch_w(first, column)
                for member in members:
                    for row in range(p.rows):
                        self._multiply(member, row)
                        self._add(
                            p.result(member, row, column), None if bias is None else bias + column
                        )

    def _fetch_w(self, first: int, column: int) -> None:
        p = self.products
        for head in range(HEADS):
            element = (first * p.depth + head) * p.columns + column
            self.schedule.fetch_tile(head * TILE, p.w, element, HEADS * p.columns)

    def _fetch_x(self, member: int) -> None:
        """Neighbouring blocks one after the other: their scales lie in the same block of HBM."""
        p = self.products
        for row in range(0, p.rows, FETCH):
            for block in range(p.blocks):
                element = (member * p.rows + row) * p.depth + block * ROW
                self.schedule.fetch_rows(self._x(member, block, row), p.x, element, p.depth)

    def _multiply(self, member: int, row: int) -> None:
        """The four partial results of 64 columns of one row."""
        before = member % self.in_span * self.products.depth // HEADS
        for head in range(HEADS):
            for block in range(self.products.blocks):
                w = head * TILE + before + block * HEAD
                self.schedule.do("M_BMV", w, self._x(member, block, row))
            self.schedule.do("M_BMV_WO", self.partial + head * HEADS * ROW, 0)

    def _add(self, y: int, bias: int | None) -> None:
        """Row y = the sum of the partial rows, in pairs, which rounds less, and the bias."""
        a, b, c, d = (self.partial + head * (HEADS + 1) * ROW for head in range(HEADS))
        self.schedule.do("V_ADD_VV", a, a, b, 0)
        self.schedule.do("V_ADD_VV", c, c, d, 0)
        if bias is not None:
            self.schedule.do("V_ADD_VV", c, c, bias, 0)
        self.schedule.do("V_ADD_VV", y, a, c, 0)

    def _x(self, member: int, block: int, row: int) -> int:
        place = (member % self.in_span * self.products.blocks + block) * self.products.rows + row
        return self.source + place * ROW
