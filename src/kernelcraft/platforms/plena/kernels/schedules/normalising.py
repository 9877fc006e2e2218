"""RMSNorm of rows of several blocks of 64, on the way to a product.

A row's squares are added up block by block before the one V_RED_SUM. Its factor multiplies the row
where it is copied to be interleaved. As √w / √(sum + wε) it needs no mean.
"""

from __future__ import annotations

from kernelcraft.platforms.plena.kernels.schedules import left, matrices
from kernelcraft.platforms.plena.kernels.schedules.left import Few, Left
from kernelcraft.platforms.plena.kernels.schedules.matrices import Matrix, Unit
from kernelcraft.platforms.plena.kernels.schedules.schedule import FETCH, ROW, Schedule

ROOT, START = 1, 2  # f registers: ±√w and wε
FACTORS = 3  # f registers of four rows' factors, from this one on


def normalised(s: Schedule, x: Matrix, *, negated: bool = False) -> Left:
    """RMSNorm(x), or -1 times it, interleaved; the permutation must be in its place."""
    _load_constants(s, negated=negated)
    target = left.reserve(s, x.rows, x.columns)
    with s.lent():
        if isinstance(target, Few):
            _by_fours(s, x, target)
        else:
            _by_rows(s, x, target)
    return target


def _load_constants(s: Schedule, *, negated: bool) -> None:
    s.load_constant(ROOT, "inverse_width")
    s.do("S_RECI_FP", ROOT, ROOT)
    s.load_constant(START, "eps")
    s.do("S_MUL_FP", START, START, ROOT)
    s.do("S_SQRT_FP", ROOT, ROOT)
    if negated:
        s.do("S_SUB_FP", ROOT, 0, ROOT)


def _by_fours(s: Schedule, x: Matrix, target: Left) -> None:
    """Four rows until they are interleaved, with a factor each."""
    copies, total, square = s.reserve(FETCH), s.reserve(1), s.reserve(1)
    for first in range(0, x.rows, FETCH):
        for i in range(FETCH):
            _factor(s, x, first + i, FACTORS + i, total, square)
        for block in range(x.blocks):
            for i in range(FETCH):
                source = x.row(first + i, block)
                s.do("V_MUL_VF", copies + i * ROW, source, FACTORS + i, 0)
            target.take(s, Unit(first, FETCH, block, copies))


def _by_rows(s: Schedule, x: Matrix, target: Left) -> None:
    """All rows, and then block by block."""
    copies, total, square = matrices.reserve(s, x.rows, x.columns), s.reserve(1), s.reserve(1)
    for row in range(x.rows):
        _factor(s, x, row, FACTORS, total, square)
        for block in range(x.blocks):
            s.do("V_MUL_VF", copies.row(row, block), x.row(row, block), FACTORS, 0)
    for unit in copies.units(x.rows):
        target.take(s, unit)


def _factor(s: Schedule, x: Matrix, row: int, factor: int, total: int, square: int) -> None:
    """f[factor] = ±√w / √(sum of the row's squares + wε)."""
    for block in range(x.blocks):
        source = x.row(row, block)
        s.do("V_MUL_VV", square if block else total, source, source, 0)
        if block:
            s.do("V_ADD_VV", total, total, square, 0)
    s.do("S_ADD_FP", factor, START, 0)
    s.do("V_RED_SUM", factor, total, 0)
    s.do("S_SQRT_FP", factor, factor)
    s.do("S_RECI_FP", factor, factor)
    s.do("S_MUL_FP", factor, factor, ROOT)
