"""Brings activations from HBM to vector SRAM, four rows at a time.

One H_PREFETCH_V brings four rows in about 30 cycles, one H_PREFETCH_M 64 rows in about 140: M_BMV
with ones in the right lanes then moves four of them, exactly, and with -1 it negates them.
"""

from __future__ import annotations

from collections.abc import Iterator

from kernelcraft.cells.protocol import Placement
from kernelcraft.platforms.plena.kernels.schedules import left, matrices
from kernelcraft.platforms.plena.kernels.schedules.left import Few, Left
from kernelcraft.platforms.plena.kernels.schedules.matrices import Matrix, Unit
from kernelcraft.platforms.plena.kernels.schedules.patterns import Patterns
from kernelcraft.platforms.plena.kernels.schedules.schedule import FETCH, HEAD, HEADS, ROW, Schedule

THROUGH_TILES = 32  # rows from which on a tile is faster


def fetched(
    s: Schedule,
    patterns: Patterns,
    x: Placement,
    target: Matrix | None = None,
    *,
    negated: bool = False,
) -> Iterator[Unit]:
    """Every four rows of a tensor, or of -1 times it, while they lie in vector SRAM.

    They lie in `target`, or else in the same place one after the other. Takes the first tile.
    """
    passing = s.reserve(FETCH) if target is None else 0
    rows, columns = x.detail("rows"), x.detail("columns")
    selectors = _negated(s, patterns.selectors) if negated else patterns.selectors
    for block in range(columns // ROW):
        for row in range(0, rows, FETCH):
            unit = Unit(row, FETCH, block, passing if target is None else target.row(row, block))
            element = row * columns + block * ROW
            if s.official or not in_tile(row, rows):
                s.fetch_rows(unit.address, x, element, columns)
                if negated:
                    _negate(s, unit)
            else:
                if row % ROW == 0:
                    s.fetch_tile(0, x, element, columns)
                head, quarter = divmod(row % ROW // FETCH, HEADS)
                s.do("M_BMV", head * HEAD, selectors + quarter * ROW)
                s.do("M_BMV_WO", unit.address, 0)
            yield unit


def interleaved(s: Schedule, patterns: Patterns, x: Placement, *, negated: bool = False) -> Left:
    """A tensor, or -1 times it, interleaved."""
    found = left.reserve(s, x.detail("rows"), x.detail("columns"))
    if isinstance(found, Few):
        for unit in fetched(s, patterns, x, negated=negated):
            found.take(s, unit)
        return found
    loaded = matrices.reserve(s, found.rows, x.detail("columns"))
    for _ in fetched(s, patterns, x, loaded, negated=negated):
        pass
    return left.interleaved(s, loaded)


def in_tile(row: int, rows: int) -> bool:
    """Whether a row comes through a tile: only with 16 real ones, as 0 times what lies after the
    tensor may be NaN."""
    return rows - row // ROW * ROW >= THROUGH_TILES and row // HEAD * HEAD + HEAD <= rows


def _negated(s: Schedule, selectors: int) -> int:
    """The selectors times -1, as new rows."""
    found = s.reserve(HEADS)
    for offset in range(0, HEADS * ROW, ROW):
        s.do("V_SUB_VF", found + offset, selectors + offset, 0, 0, 1)
    return found


def _negate(s: Schedule, unit: Unit) -> None:
    for address in unit:
        s.do("V_SUB_VF", address, address, 0, 0, 1)
