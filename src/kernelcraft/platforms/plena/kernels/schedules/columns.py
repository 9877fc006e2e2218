"""Norms without V_RED_SUM: a tile of X is read by columns, and rows add what lanes cannot.

M_BTMV of a tile and a row with one 1 in each head gives four *columns* of the tile as rows,
exactly: lane m belongs to row m of X. There a sum over a row of X is a sum of rows, 1 cycle for 64
rows' squares where V_RED_SUM takes 8 for one row's; and what follows from the sums (a root, a
reciprocal) is done for 64 rows at once. With a tile of ones, M_BMV then spreads lane m over a row.

The lanes that the patterns need differ by one, by four and by heads: numbers from the FP SRAM,
write-outs of the empty M_MM accumulator (which erase 4 lanes of 4 rows), and masks.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules.lanes import lane_numbers
from kernelcraft.platforms.plena.kernels.schedules.schedule import (
    FETCH,
    HEAD,
    HEADS,
    ROW,
    TILE,
    Schedule,
)

X, ONES = TILE, 0  # matrix SRAM addresses of a tile of X and of the ones
ONE, APART = 1, (0, 4, 5, 6)  # f registers: 1.0; 0, 16, 32 and 48, whose squares e^-x makes 0
MINUS, QUARTER = 6, 7  # f registers of -1/width and 1/4
ALTERNATE = (
    2  # tiles of every second row: rows 128 bytes apart are fetched faster than adjacent ones
)


@dataclass(frozen=True)
class Patterns:
    """Addresses of 4 rows each.

    `rows`: row c picks tile rows 4c .. 4c + 3 of 16 (M_BMV). `columns`: row c picks tile columns
    4c .. 4c + 3 of 16 (M_BTMV). `quarters`: row c is 1 in lanes 4c .. 4c + 3 of every head.
    """

    rows: int
    columns: int
    quarters: int


def norm(cell: Cell, *, centred: bool) -> Schedule | None:
    """RMSNorm, or LayerNorm if `centred`; None but for whole tiles of rows of one block, of which
    LayerNorm takes halves, too."""
    x, schedule = cell.memory_map.input("x"), Schedule(cell, "sums by columns")
    last = x.detail("rows") % ROW
    worth = last == 0 or (centred and last >= ROW // 2 and last % HEAD == 0)
    if x.detail("columns") != ROW or not worth or schedule.official:
        return None
    _Columns(schedule, centred).write()
    return schedule


class _Columns:
    def __init__(self, schedule: Schedule, centred: bool) -> None:
        self.s, self.centred = schedule, centred
        self.patterns = make_patterns(schedule)
        self.average = schedule.reserve(1)
        self.block, self.squares = schedule.reserve(HEADS), schedule.reserve(HEADS)
        self.sums = schedule.reserve(HEADS)
        self.means, self.own = schedule.reserve(HEADS), schedule.reserve(1)
        self.rests, self.centred_columns = schedule.reserve(HEADS), schedule.reserve(HEADS)
        self.fours_of_lanes = schedule.reserve(HEADS * HEADS)
        self.factors = schedule.reserve(HEADS)

    def write(self) -> None:
        """The whole kernel: tiles of every second row where rows come in pairs of tiles."""
        s, x = self.s, self.s.memory_map.input("x")
        _constants(s)
        if self.centred:
            s.do("S_SUB_FP", MINUS, 0, 2)
            s.do("V_ADD_VF", self.average, self.patterns.rows, MINUS, 0)
            s.do("V_SUB_VV", self.average, self.average, self.patterns.rows, 0)
            for offset in range(0, HEADS * ROW, ROW):
                column = self.patterns.columns + offset
                s.do("V_ADD_VV", self.centred_columns + offset, column, self.average, 0)
        rows = x.detail("rows")
        for head in range(min(ROW, rows) // HEAD):
            for quarter in range(HEADS):
                lanes = self.patterns.quarters + quarter * ROW
                s.keep_heads(self._lanes(head, quarter), lanes, 1 << head)
        apart = ALTERNATE if rows % (ALTERNATE * ROW) == 0 else 1
        for first in range(0, rows, apart * ROW):
            for phase in range(apart):
                s.fetch_tile(X, x, (first + phase) * ROW, apart * ROW)
                self._tile(first + phase, apart, min(ROW, rows - first))

    def _tile(self, first: int, apart: int, count: int) -> None:
        """Up to 64 rows of X, whole heads, `apart` from one to the next."""
        s = self.s
        if self.centred:
            self._find_means()
        else:
            self._sum()
        _invert_roots(s, self.sums)
        if count < ROW:
            self._clear(count // HEAD)
        start = s.memory_map.output.address
        for head in range(count // HEAD):
            for quarter in range(HEADS):
                self._four_rows(head, quarter)
                for i in range(FETCH):
                    row = start + (first + (head * HEAD + quarter * FETCH + i) * apart) * ROW
                    s.do("V_MUL_VV", row, self.block + i * ROW, self.factors + i * ROW, 0)

    def _clear(self, heads: int) -> None:
        """0 in the lanes of the rows after the last one, of which anything may have come."""
        self.s.do("M_BMV_WO", self.factors, 0)
        kept = (1 << heads) - 1
        for values in (self.sums, self.means, self.rests):
            self.s.do("V_ADD_VV", values, self.factors, values, 1, v_mask=kept)

    def _lanes(self, head: int, quarter: int) -> int:
        """A row with ones in four lanes, those of the four rows that leave a tile together."""
        return self.fours_of_lanes + (head * HEADS + quarter) * ROW

    def _find_means(self) -> None:
        """Row `means` = the negative means of 64 rows, `rests` = what they lack, and `sums` = the
        sums of squares of x less its means.

        Columns come less their means, which the accumulators add up unrounded. Means that are
        rounded to bf16, where 16 is not far from 16.06, take something else off the first four
        columns: what they lack is the mean of the differences.
        """
        s = self.s
        self._take_means()
        s.do("M_BMV_WO", self.means, 0)
        self._four_columns(0, 0)
        for offset in range(0, HEADS * ROW, ROW):
            s.do("V_ADD_VV", self.rests + offset, self.block + offset, self.means, 0)
        for head in range(HEADS):
            for quarter in range(HEADS):
                self._take_means(but=head)
                s.do("M_BTMV", X + head * HEAD, self.centred_columns + quarter * ROW)
                s.do("M_BMV_WO", self.block, 0)
                for offset in range(0, HEADS * ROW, ROW):
                    term, rest = self.block + offset, self.rests + offset
                    if head == quarter == 0:
                        s.do("V_SUB_VV", rest, term, rest, 0)
                    self._add_square(head, quarter, offset)
            self._tree(self.squares, self.sums + head * ROW)
        self._tree(self.rests, self.rests)
        self._tree(self.sums, self.sums)
        s.do("V_MUL_VF", self.rests, self.rests, QUARTER, 0)

    def _take_means(self, but: int | None = None) -> None:
        """The negative mean of 64 rows to the accumulators, without some 16 columns."""
        for head in range(HEADS):
            if head != but:
                self.s.do("M_BTMV", X + head * HEAD, self.average)

    def _four_columns(self, head: int, quarter: int) -> None:
        """Four columns of X to `block`."""
        self.s.do("M_BTMV", X + head * HEAD, self.patterns.columns + quarter * ROW)
        self.s.do("M_BMV_WO", self.block, 0)

    def _sum(self) -> None:
        """Row `sums` = the 64 rows' sums of squares."""
        for head in range(HEADS):
            for quarter in range(HEADS):
                self._four_columns(head, quarter)
                for offset in range(0, HEADS * ROW, ROW):
                    self._add_square(head, quarter, offset)
        self._tree(self.squares, self.sums)

    def _add_square(self, head: int, quarter: int, offset: int) -> None:
        """To one of four sums, which begin anew for every head where what is left of equal numbers
        is equal, too: large sums would be rounded the same way again and again."""
        first = quarter == 0 and (self.centred or head == 0)
        term, total = self.block + offset, self.squares + offset
        self.s.do("V_MUL_VV", total if first else term, term, term, 0)
        if not first:
            self.s.do("V_ADD_VV", total, total, term, 0)

    def _tree(self, first: int, total: int) -> None:
        """The sum of four rows, which are changed."""
        a, b, c, d = range(first, first + HEADS * ROW, ROW)
        self.s.do("V_ADD_VV", a, a, b, 0)
        self.s.do("V_ADD_VV", c, c, d, 0)
        self.s.do("V_ADD_VV", total, a, c, 0)

    def _four_rows(self, head: int, quarter: int) -> None:
        """Four rows of X to `block`, less their means if need be, their weights to `factors`."""
        s = self.s
        s.do("M_BMV", X + head * HEAD, self.patterns.rows + quarter * ROW)
        if self.centred:
            self._add(self.means, head, quarter)
            self._add(self.rests, head, quarter)
        s.do("M_BMV_WO", self.block, 0)
        self._add(self.sums, head, quarter)
        s.do("M_BMV_WO", self.factors, 0)

    def _add(self, values: int, head: int, quarter: int) -> None:
        """Four lanes of a row to all lanes of four rows in the accumulators."""
        self.s.do("V_MUL_VV", self.own, values, self._lanes(head, quarter), 0)
        self.s.do("M_BMV", ONES, self.own)


def make_patterns(s: Schedule) -> Patterns:
    """The patterns in vector SRAM, and a tile of ones; leaves 1.0 in f1."""
    lanes, ones = lane_numbers(s), s.reserve(FETCH)
    s.do("S_EXP_FP", ONE, 0)
    s.do("V_MUL_VF", ones, lanes, 0, 0)
    for row in range(FETCH):
        s.do("V_ADD_VF", ones + row * ROW, ones, 0 if row else ONE, 0)
    s.fetch_repeated(ONES, ones)
    quarters = _quarters(s, ones)
    numbers = _numbers(s, lanes, quarters)
    difference, columns, rows = s.reserve(1), s.reserve(HEADS), s.reserve(HEADS)
    for head in range(1, HEADS):
        source = difference if head > 1 else numbers
        s.do("V_SUB_VF", difference, source, APART[head], 1, 0, v_mask=1 << head)
    _where_zero(s, difference)
    for quarter in range(HEADS):
        lanes = quarters + quarter * ROW
        s.do("V_MUL_VV", columns + quarter * ROW, difference, lanes, 0)
    picked, part = s.reserve(1), s.reserve(1)
    for quarter in range(1, HEADS):
        s.do("V_MUL_VF", part, quarters + quarter * ROW, APART[quarter], 0)
        s.do("V_SUB_VV", picked, picked if quarter > 1 else numbers, part, 0)
    _where_zero(s, picked)
    for quarter in range(HEADS):
        s.keep_heads(rows + quarter * ROW, picked, 1 << quarter)
    return Patterns(rows, columns, quarters)


def _numbers(s: Schedule, lanes: int, quarters: int) -> int:
    """A row with the numbers 0, 16, 32, 48 in every four lanes: `lanes` less 64 in a head's second
    four, less 128 and less 256 in the last two, where steps of 32 are halved."""
    numbers, part = s.reserve(1), s.reserve(1)
    upper = quarters + 2 * ROW, quarters + 3 * ROW
    s.do("S_ADD_FP", APART[3], APART[1], APART[2])
    s.do("S_ADD_FP", 7, APART[2], APART[2])
    s.do("S_ADD_FP", 2, 3, 3)
    for quarter, number in ((1, 7), (2, 3), (3, 2)):
        s.do("V_MUL_VF", part, quarters + quarter * ROW, number, 0)
        s.do("V_SUB_VV", numbers, lanes if quarter == 1 else numbers, part, 0)
    s.do("S_ADD_FP", 2, ONE, ONE)
    s.do("S_RECI_FP", 2, 2)
    s.do("V_ADD_VV", part, *upper, 0)
    s.do("V_MUL_VF", part, part, 2, 0)
    s.do("V_MUL_VV", part, part, numbers, 0)
    s.do("V_SUB_VV", numbers, numbers, part, 0)
    return numbers


def _quarters(s: Schedule, ones: int) -> int:
    """Four rows of ones, each erased but for one quarter of every head."""
    quarters = s.reserve(3 * FETCH) + FETCH * ROW  # an erasure overlaps up to 4 rows on either side
    for row in range(HEADS):
        s.do("V_ADD_VF", quarters + row * ROW, ones, 0, 0)
    for lane in range(0, ROW, FETCH):
        quarter = lane // FETCH % HEADS
        if quarter < HEADS - 1:
            s.do("M_MM_WO", quarters + (quarter + 1) * ROW + lane, 0, 0)
        if quarter > 0:
            s.do("M_MM_WO", quarters + (quarter - FETCH) * ROW + lane, 0, 0)
    return quarters


def _where_zero(s: Schedule, row: int) -> None:
    """1 where a row of multiples of 16 is 0, else 0."""
    negative = s.reserve(1)
    s.do("V_SUB_VF", negative, row, 0, 0, 1)
    s.do("V_MUL_VV", row, row, negative, 0)
    s.do("V_EXP_V", row, row, 0)


def _constants(s: Schedule) -> None:
    """f2 = 1/width, f3 = ε, f4 = 1/2, f5 = 1/16, f7 = 1/4."""
    s.load_constant(2, "inverse_width")
    s.load_constant(3, "eps")
    s.do("S_ADD_FP", 4, ONE, ONE)
    s.do("S_RECI_FP", 4, 4)
    s.do("S_MUL_FP", QUARTER, 4, 4)
    s.do("S_MUL_FP", 5, QUARTER, QUARTER)


HALVINGS = 9
"""Steps of Heron's method, from 2 (v + 1/16): enough for roots from that of ε, 0.003, up to 20."""


def _invert_roots(s: Schedule, sums: int) -> None:
    """Row `sums` = 1/√(mean square + ε)."""
    root, quotient = s.reserve(1), s.reserve(1)
    s.do("V_MUL_VF", sums, sums, 2, 0)
    s.do("V_ADD_VF", sums, sums, 3, 0)
    s.do("V_ADD_VF", root, sums, 5, 0)
    s.do("V_ADD_VV", root, root, root, 0)
    for _ in range(HALVINGS):
        s.do("V_RECI_V", quotient, root, 0)
        s.do("V_MUL_VV", quotient, quotient, sums, 0)
        s.do("V_ADD_VV", root, root, quotient, 0)
        s.do("V_MUL_VF", root, root, 4, 0)
    s.do("V_RECI_V", sums, root, 0)
