"""Schedules for Y = X·W with the batched matrix instructions, for one or many pairs of X and W.

M_BMV and M_BMM see a row of X as 4 heads, head h being its elements h, h + 4, h + 8, ...: 16 of
each 64, and multiply all of them by the same 16 rows of a tile. Fetched with 4 times the row length
as stride, tile h holds the rows h, h + 4, ... of W, so its product is right for head h and waste
for the other three. Four tiles give four partial rows, which are added: 1 cycle a row (M_BMV), or
64 cycles for 64 rows (M_BMM), where M_MM takes 64 cycles for 4 x 4 results. A tile spans 256 rows
of W, and so up to four weights that lie one behind the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.plena.moves.schedule import FETCH, HEAD, HEADS, ROW, TILE, Schedule
from kernelcraft.platforms.platform import Placement

SPAN = HEADS * ROW  # rows of W in one set of four tiles


@dataclass(frozen=True)
class Products:
    """`count` products [rows][depth] x [depth][columns], one behind the other in every tensor."""

    x: Placement
    w: Placement
    bias: Placement | None
    count: int
    rows: int
    depth: int
    columns: int

    @classmethod
    def of(cls, cell: Cell) -> Products:
        """What a GEMM, BatchMatMul or Linear cell asks for, read from its tensors."""
        x, w = cell.memory_map.input("x"), cell.memory_map.input("w")
        biases = [each for each in cell.memory_map.inputs if each.tensor.name == "b"]
        depth, columns = w.tensor.shape[-2:]
        count = w.detail("rows") // depth
        rows = x.detail("rows") // count
        return cls(x, w, biases[0] if biases else None, count, rows, depth, columns)

    @property
    def fits(self) -> bool:
        """Whether whole products lie in a span and rows come in whole fetches."""
        return SPAN % self.depth == 0 and self.rows % FETCH == 0


def row_by_row(cell: Cell, heads_at_once: int) -> Iterator[str]:
    """M_BMV, with the tiles of so many heads in registers while it goes through the rows."""
    products = Products.of(cell)
    if products.fits and products.rows < ROW:  # else block by block is better
        schedule = Schedule(cell, f"M_BMV, {heads_at_once} heads at once")
        _Rows(schedule, products, heads_at_once).write()
        yield schedule.text()


def block_by_block(cell: Cell) -> Iterator[str]:
    """M_BMM: 64 rows at once, worth it where a product has about as many."""
    products = Products.of(cell)
    if products.fits and products.rows >= ROW // 4:
        schedule = Schedule(cell, "M_BMM, 64 rows at once")
        _Blocks(schedule, products).write()
        yield schedule.text()


class _Writer:
    """What both ways share: fetching and the order of the blocks."""

    def __init__(self, schedule: Schedule, products: Products) -> None:
        self.schedule, self.products = schedule, products
        self.output = schedule.memory_map.output.address
        self.spans = -(-products.count * products.depth // SPAN)
        self.in_span = min(products.count, SPAN // products.depth)
        self.blocks = products.depth // ROW
        # M_BMM reads 64 rows of the last block, whatever lies there.
        spare = max(0, ROW - products.rows)
        self.source = schedule.reserve(self.in_span * self.blocks * products.rows + spare)
        self.bias = 0 if products.bias is None else schedule.reserve(self._bias_fetches * FETCH)

    def write(self) -> None:
        p, s = self.products, self.schedule
        if p.bias is not None:
            for index in range(self._bias_fetches):
                s.fetch_rows(self.bias + index * FETCH * ROW, p.bias, index * FETCH * ROW, ROW)
        for span in range(self.spans):
            members = range(span * self.in_span, min(p.count, (span + 1) * self.in_span))
            for member in members:
                self._fetch_x(member)
            for column in range(0, p.columns, ROW):
                for head in range(HEADS):
                    element = (span * SPAN + head) * p.columns + column
                    s.fetch_tile(head * TILE, p.w, element, HEADS * p.columns)
                for member in members:
                    self._member(member, column)

    def _member(self, member: int, column: int) -> None:
        """One block of 64 columns of one product."""
        raise NotImplementedError

    @property
    def _bias_fetches(self) -> int:
        return -(-self.products.columns // (FETCH * ROW))

    def _fetch_x(self, member: int) -> None:
        p = self.products
        for block in range(self.blocks):
            for row in range(0, p.rows, FETCH):
                element = (member * p.rows + row) * p.depth + block * ROW
                self.schedule.fetch_rows(self._x(member, block, row), p.x, element, p.depth)

    def _x(self, member: int, block: int, row: int) -> int:
        place = (member % self.in_span * self.blocks + block) * self.products.rows + row
        return self.source + place * ROW

    def _w(self, member: int, block: int, head: int) -> int:
        """The matrix address of the 16 tile rows that a block of X meets in one head."""
        return head * TILE + member % self.in_span * self.products.depth // HEADS + block * HEAD

    def _y(self, member: int, column: int, row: int) -> int:
        p = self.products
        return self.output + ((column // ROW) * p.count * p.rows + member * p.rows + row) * ROW

    def _add(self, y: int, column: int, partials: list[int], first: bool, last: bool) -> None:
        """Row y = the sum of partial rows (plus itself unless `first`), plus the bias if `last`."""
        operands = [*partials, *([] if first else [y])]
        bias = self.bias + column if last and self.products.bias is not None else None
        if bias is not None:
            operands.insert(0, bias)
        while len(operands) > 2:  # a balanced sum rounds less
            a, b, *operands = operands
            target = b if a == bias else a
            self.schedule.do("V_ADD_VV", target, a, b, 0)
            operands.append(target)
        self.schedule.do("V_ADD_VV", y, *operands, 0)


class _Rows(_Writer):
    def __init__(self, schedule: Schedule, products: Products, heads_at_once: int) -> None:
        super().__init__(schedule, products)
        self.heads_at_once = heads_at_once
        self.partial = schedule.reserve(HEADS * HEADS)

    def _member(self, member: int, column: int) -> None:
        for first in range(0, HEADS, self.heads_at_once):
            heads = range(first, first + self.heads_at_once)
            for row in range(self.products.rows):
                self._row(member, column, row, heads)

    def _row(self, member: int, column: int, row: int, heads: range) -> None:
        for head in heads:
            for block in range(self.blocks):
                w, x = self._w(member, block, head), self._x(member, block, row)
                self.schedule.do("M_BMV", w, x)
            self.schedule.do("M_BMV_WO", self.partial + head * HEADS * ROW, 0)
        partials = [self.partial + head * (HEADS + 1) * ROW for head in heads]
        y = self._y(member, column, row)
        self._add(y, column, partials, heads[0] == 0, heads[-1] == HEADS - 1)


class _Blocks(_Writer):
    def __init__(self, schedule: Schedule, products: Products) -> None:
        super().__init__(schedule, products)
        self.partial = schedule.reserve(HEADS * HEADS * ROW)

    def _member(self, member: int, column: int) -> None:
        rows = self.products.rows
        for start in range(0, rows, ROW):
            for head in range(HEADS):
                for block in range(self.blocks):
                    w, x = self._w(member, block, head), self._x(member, block, start)
                    self.schedule.do("M_BMM", w, x)
                self.schedule.do("M_BMM_WO", self.partial + head * HEADS * TILE, 0)
            for row in range(start, min(rows, start + ROW)):
                partials = [
                    self.partial + head * (HEADS + 1) * TILE + (row - start) * ROW
                    for head in range(HEADS)
                ]
                self._add(self._y(member, column, row), column, partials, True, True)
