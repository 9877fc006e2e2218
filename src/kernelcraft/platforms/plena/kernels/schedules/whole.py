"""Schedules for Y = X·W on the official machine, which has no M_BMV: 64 rows at a time by M_BMM.

Rows after those of X are whatever lies there; their results are never read.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.plena.kernels.schedules import (
    dense,
    interleaved,
    loading,
    matrices,
    patterns,
)
from kernelcraft.platforms.plena.kernels.schedules.left import Many
from kernelcraft.platforms.plena.kernels.schedules.matrices import MOST_ROWS, Unit
from kernelcraft.platforms.plena.kernels.schedules.products import SPAN, Products
from kernelcraft.platforms.plena.kernels.schedules.schedule import HEAD, HEADS, ROW, TILE, Schedule

PERMUTATION_CYCLES, TILE_CYCLES = 420, 150  # about what a permutation and a tile cost
MOST_ROUNDED = 1_024
"""Results that may be the sum of four rounded ones: such sums need 0.6 of the tolerance, and among
more of them those of wide inputs now and then all of it (seen once in 30 inputs of 8,192)."""
APART = (0, 64, 192, 384)
"""Rows from the first write-out to that of each quarter, of which only the 64 rows of the same
quarter are kept: no later one reaches those."""


def product(cell: Cell) -> Schedule:
    """The schedule that is shorter by estimate, of those that are exact enough for the
    cell's results; raises Unwritten for sizes that neither covers."""
    p = Products.of(cell)
    if p.rows > ROW:
        raise Unwritten(f"{cell.name}: more than {ROW} rows")
    if p.count * p.rows * p.columns > MOST_ROUNDED:
        return _interleaved(cell, p)
    fetches = HEADS * -(-p.depth // SPAN) - p.blocks if p.depth % SPAN else 0
    shared = min(p.count, SPAN // p.depth) if SPAN % p.depth == 0 else 1
    more_tiles = p.count * p.columns // ROW * (fetches if shared == 1 else 0)
    additions = 3 * p.count * p.rows * p.columns // ROW
    moved = p.count * p.blocks * ROW
    if additions + more_tiles * TILE_CYCLES < PERMUTATION_CYCLES + moved and SPAN % p.depth == 0:
        return _every_fourth(cell, p)
    return _interleaved(cell, p)


def _interleaved(cell: Cell, p: Products) -> Schedule:
    """Every member's rows are interleaved and multiplied by tiles as they lie."""
    s = Schedule(cell, "M_BMM on interleaved rows")
    bias, made = p.fetch_bias(s), patterns.make(s)
    x = matrices.reserve(s, p.count * p.rows, p.depth)
    for _ in loading.fetched(s, made, p.x, x):
        pass
    left = Many(s.reserve(p.blocks * HEADS * ROW), p.rows, p.depth)
    for member in range(p.count):
        for block in range(p.blocks):
            left.take(s, Unit(0, p.rows, block, x.row(member * p.rows, block)))
        w = dense.Weight(p.w, member * p.blocks)
        with s.lent():
            alone = interleaved.Result(p, member, bias)
            one = _Copied(p, member, bias, s.reserve(MOST_ROWS))
            dense.multiply(s, left, w, alone if p.count == 1 else one)
    return s


@dataclass(frozen=True)
class _Copied:
    """One product of several: a write-out into the output would reach results of others."""

    products: Products
    member: int
    bias: int | None
    passing: int
    fresh: bool = True

    def place(self, row: int, block: int) -> int:
        """Aside."""
        return self.passing

    def done(self, s: Schedule, unit: Unit) -> None:
        """To the output, with the bias added."""
        for row, address in enumerate(unit, unit.row):
            target = self.products.result(self.member, row, unit.block * ROW)
            if self.bias is None:
                s.do("V_ADD_VF", target, address, 0, 0)
            else:
                s.do("V_ADD_VV", target, address, self.bias + unit.block * ROW, 0)


def _every_fourth(cell: Cell, p: Products) -> Schedule:
    """As `products.row_by_row`, whose tiles of every fourth row of W it takes: head h of X meets
    the rows h, h + 4, ... of W in tile h, and four partial results are added."""
    s = Schedule(cell, "M_BMM on every fourth row of W")
    in_span = min(p.count, SPAN // p.depth)
    bias = p.fetch_bias(s)
    x = matrices.reserve(s, in_span * p.rows, p.depth)
    partial = s.reserve(APART[-1] + MOST_ROWS)
    for first in range(0, p.count, in_span):
        members = range(first, min(p.count, first + in_span))
        for member in members:
            for row in range(0, p.rows, 4):
                for block in range(p.blocks):
                    element = (member * p.rows + row) * p.depth + block * ROW
                    target = x.row((member - first) * p.rows + row, block)
                    s.fetch_rows(target, p.x, element, p.depth)
        for column in range(0, p.columns, ROW):
            for head in range(HEADS):
                element = (first * p.depth + head) * p.columns + column
                s.fetch_tile(head * TILE, p.w, element, HEADS * p.columns)
            for member in members:
                _member(s, p, member, member - first, x, partial, column, bias)
    return s


def _member(
    s: Schedule,
    p: Products,
    member: int,
    place: int,
    x: matrices.Matrix,
    partial: int,
    column: int,
    bias: int | None,
) -> None:
    """64 columns of one product."""
    for head in range(HEADS):
        for block in range(p.blocks):
            w = head * TILE + place * p.depth // HEADS + block * HEAD
            s.do("M_BMM", w, x.row(place * p.rows, block))
        s.do("M_BMM_WO", partial + APART[head] * ROW, 0)
    for row in range(p.rows):
        a, b, c, d = (partial + (APART[head] + head * ROW + row) * ROW for head in range(HEADS))
        s.do("V_ADD_VV", a, a, b, 0)
        s.do("V_ADD_VV", c, c, d, 0)
        if bias is not None:
            s.do("V_ADD_VV", c, c, bias + column, 0)
        s.do("V_ADD_VV", p.result(member, row, column), a, c, 0)
