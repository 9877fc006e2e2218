"""Schedules for Y = X·W in which all four heads of M_BMV do useful work.

M_BMV multiplies 16 elements of each head of a row, 4i + h for head h, by the same 16 rows of a
tile. So let a row hold 16 columns of four rows of X, interleaved: x'[4i + h] = X[row h][k + i].
Then one cycle adds 16 products to each of 4 x 64 results, the four accumulators are four finished
rows of Y, and their write-out is the only rounding.

Interleaving is a product, too: with the 64 x 64 permutation P that has a 1 at [4i + h][16h + i],
M_BTMV of the columns 16h.. of P and a row of X puts its elements 16q + i at 4i + h of head q. Four
rows of X, one after the other, make four interleaved rows, exactly. P has to come from HBM, so it
is made with vector instructions and stored there first: about 900 cycles.
"""

from __future__ import annotations

from collections.abc import Iterator

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.plena.schedules.lanes import OneHots
from kernelcraft.kernels.plena.schedules.products import Products
from kernelcraft.kernels.plena.schedules.schedule import FETCH, HEAD, HEADS, ROW, TILE, Schedule

TILES = 4  # in matrix SRAM


def four_rows_at_once(cell: Cell) -> Iterator[Schedule]:
    """For products whose depth fits matrix SRAM."""
    products = Products.of(cell)
    if products.depth > TILES * ROW or products.rows % HEADS:
        return
    schedule = Schedule(cell, "M_BMV on interleaved rows")
    _Interleaved(schedule, products).write()
    yield schedule


class _Interleaved:
    def __init__(self, schedule: Schedule, products: Products) -> None:
        self.schedule, self.products = schedule, products
        self.groups = products.count * products.rows // HEADS
        self.source = schedule.reserve(self.groups * products.blocks * HEADS)
        self.staging = schedule.reserve(HEADS)

    def write(self) -> None:
        """The whole kernel."""
        p = self.products
        bias = p.fetch_bias(self.schedule)
        make_permutation(self.schedule)
        for group in range(self.groups):
            for block in range(p.blocks):
                self._interleave(group, block)
        for member in range(p.count):
            for column in range(0, p.columns, ROW):
                self._multiply(member, column)
                if bias is not None:
                    self._add(member, column, bias + column)

    def _interleave(self, group: int, block: int) -> None:
        s, p = self.schedule, self.products
        element = group * HEADS * p.depth + block * ROW
        s.fetch_rows(self.staging, p.x, element, p.depth)
        for head in range(HEADS):
            s.do("M_BTMV", head * HEAD, self.staging + head * ROW)
        s.do("M_BMV_WO", self._x(group, block, 0), 0)

    def _multiply(self, member: int, column: int) -> None:
        """64 columns of one product."""
        s, p = self.schedule, self.products
        for block in range(p.blocks):
            element = (member * p.depth + block * ROW) * p.columns + column
            s.fetch_tile(block * TILE, p.w, element, p.columns)
        for row in range(0, p.rows, HEADS):
            group = (member * p.rows + row) // HEADS
            for block in range(p.blocks):
                for quarter in range(HEADS):
                    w = block * TILE + quarter * HEAD
                    s.do("M_BMV", w, self._x(group, block, quarter))
            s.do("M_BMV_WO", p.result(member, row, column), 0)

    def _add(self, member: int, column: int, bias: int) -> None:
        for row in range(self.products.rows):
            y = self.products.result(member, row, column)
            self.schedule.do("V_ADD_VV", y, y, bias, 0)

    def _x(self, group: int, block: int, quarter: int) -> int:
        return self.source + ((group * self.products.blocks + block) * HEADS + quarter) * ROW


def make_permutation(s: Schedule) -> None:
    """Put the permutation P into tile 0: rows that pick a lane of every head, one head of each.

    It goes by four lanes, so that their addresses stay in registers until they are stored.
    """
    one_hots, lanes = OneHots(s), s.reserve(FETCH)
    rows = s.reserve_stored()
    for first in range(0, HEAD, FETCH):
        for lane in range(FETCH):
            one_hots.put(lanes + lane * ROW)
        for head in range(HEADS):
            for lane in range(FETCH):
                target = rows + ((first + lane) * HEADS + head) * ROW
                s.keep_heads(target, lanes + lane * ROW, 1 << head)
        for lane in range(first, first + FETCH):
            s.store_rows(rows + lane * HEADS * ROW, lane * HEADS * ROW)
    s.fetch_stored_tile(0, ROW)
