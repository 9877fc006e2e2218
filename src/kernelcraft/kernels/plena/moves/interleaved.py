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
from kernelcraft.kernels.plena.moves.products import Products
from kernelcraft.kernels.plena.moves.schedule import FETCH, HEAD, HEADS, ROW, TILE, Schedule

TILES = 4  # in matrix SRAM
LANES = 64  # FP SRAM address behind the constants: where the numbers of the lanes are built
APART = 16.0  # e^(-16²) is 0 in bf16, and multiples of 16 below 256 are exact


def four_rows_at_once(cell: Cell) -> Iterator[str]:
    """For products whose depth fits matrix SRAM."""
    products = Products.of(cell)
    if products.depth > TILES * ROW or products.rows % HEADS:
        return
    schedule = Schedule(cell, "M_BMV on interleaved rows")
    _Interleaved(schedule, products).write()
    yield schedule.text()


class _Interleaved:
    def __init__(self, schedule: Schedule, products: Products) -> None:
        self.schedule, self.products = schedule, products
        self.output = schedule.memory_map.output.address
        self.blocks = products.depth // ROW
        self.groups = products.count * products.rows // HEADS
        self.source = schedule.reserve(self.groups * self.blocks * HEADS)
        self.staging = schedule.reserve(HEADS)

    def write(self) -> None:
        """The whole kernel."""
        bias = self._bias()
        make_permutation(self.schedule)
        for group in range(self.groups):
            for block in range(self.blocks):
                self._interleave(group, block)
        for member in range(self.products.count):
            for column in range(0, self.products.columns, ROW):
                self._block(member, column, bias)

    def _bias(self) -> int | None:
        p, s = self.products, self.schedule
        if p.bias is None:
            return None
        fetches = -(-p.columns // (FETCH * ROW))
        target = s.reserve(fetches * FETCH)
        for first in range(0, fetches * FETCH * ROW, FETCH * ROW):
            s.fetch_rows(target + first, p.bias, first, ROW)
        return target

    def _interleave(self, group: int, block: int) -> None:
        s, p = self.schedule, self.products
        element = group * HEADS * p.depth + block * ROW
        s.fetch_rows(self.staging, p.x, element, p.depth)
        for head in range(HEADS):
            s.do("M_BTMV", head * HEAD, self.staging + head * ROW)
        s.do("M_BMV_WO", self._x(group, block, 0), 0)

    def _block(self, member: int, column: int, bias: int | None) -> None:
        """64 columns of one product."""
        s, p = self.schedule, self.products
        for block in range(self.blocks):
            element = (member * p.depth + block * ROW) * p.columns + column
            s.fetch_tile(block * TILE, p.w, element, p.columns)
        parts = [(block, quarter) for block in range(self.blocks) for quarter in range(HEADS)]
        for row in range(0, p.rows, HEADS):
            group = (member * p.rows + row) // HEADS
            for block, quarter in parts:
                w = block * TILE + quarter * HEAD
                s.do("M_BMV", w, self._x(group, block, quarter))
            parts.reverse()  # so that the addresses of the tiles are still in registers
            y = self.output + (column // ROW * p.count * p.rows + member * p.rows + row) * ROW
            s.do("M_BMV_WO", y, 0)
            if bias is not None:
                for target in range(y, y + HEADS * ROW, ROW):
                    s.do("V_ADD_VV", target, target, bias + column, 0)

    def _x(self, group: int, block: int, quarter: int) -> int:
        return self.source + ((group * self.blocks + block) * HEADS + quarter) * ROW


def make_permutation(s: Schedule) -> None:
    """Put the permutation P into tile 0.

    With a number i for lane i of every head, e^-(16 (lane - i))² is 1 in lane i and 0 elsewhere;
    masks keep one head of it.
    """
    numbers = s.reserve(1)
    ones = s.reserve(HEAD)
    rows = s.reserve(ROW)
    scratch = s.reserve(2)
    s.do("S_EXP_FP", 1, 0)
    for _ in range(int(APART).bit_length() - 1):
        s.do("S_ADD_FP", 1, 1, 1)
    s.do("S_SUB_FP", 2, 0, 0)
    for lane in range(HEAD):
        for head in range(HEADS):
            s.do("S_ST_FP", 2, 0, LANES + head * HEAD + lane)
        s.do("S_ADD_FP", 2, 2, 1)
    s.do("S_MAP_V_FP", numbers, 0, LANES)
    s.do("S_SUB_FP", 2, 0, 0)
    for lane in range(HEAD):
        s.do("V_SUB_VF", scratch, numbers, 2, 0, 0)
        s.do("V_SUB_VF", scratch + ROW, numbers, 2, 0, 1)
        s.do("V_MUL_VV", scratch, scratch, scratch + ROW, 0)
        s.do("V_EXP_V", ones + lane * ROW, scratch, 0)
        s.do("S_ADD_FP", 2, 2, 1)
    for head in range(HEADS):
        others = (1 << HEADS) - 1 & ~(1 << head)
        for lane in range(HEAD):
            target = rows + (lane * HEADS + head) * ROW
            s.do("V_MUL_VF", target, ones + lane * ROW, 0, 1, v_mask=others)
    for first in range(0, ROW, FETCH):
        s.store_rows(rows + first * ROW, first * ROW)
    s.fetch_stored_tile(0)
