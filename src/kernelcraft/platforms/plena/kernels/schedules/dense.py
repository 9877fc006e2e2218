"""Products of an interleaved matrix with a weight in HBM, and what becomes of their results.

Every tile of the weight is fetched once. M_BMM adds up any depth before its one write-out; M_BMV
does so for the four tiles that matrix SRAM holds, and beyond a depth of 256 partial sums are added.
Results go to a `Sink`, a few finished rows at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from kernelcraft.cells.protocol import Placement
from kernelcraft.platforms.plena.kernels.schedules.left import (
    Few,
    Left,
    Many,
    blocks_of,
    quarters_of,
)
from kernelcraft.platforms.plena.kernels.schedules.matrices import MOST_ROWS, Matrix, Unit
from kernelcraft.platforms.plena.kernels.schedules.schedule import FETCH, HEAD, ROW, TILE, Schedule

TILES = 4  # in matrix SRAM
BESIDE = 2  # of these that hold columns beside one another where a depth of 64 needs one
PAIR = 2  # stores that follow one another: of the same rows of keys and of values


class Sink(Protocol):
    """Takes a product, some rows of a block of 64 columns at a time.

    `fresh`: the product replaces what lies at `place`; else it is added to that.
    """

    @property
    def fresh(self) -> bool: ...

    def place(self, row: int, block: int) -> int:
        """Where the rows from `row` on lie, one after another."""
        ...

    def done(self, s: Schedule, unit: Unit) -> None:
        """Some rows are complete."""
        ...


@dataclass(frozen=True)
class Into:
    """A matrix that is the product, or to which it is added.

    A fresh product of many rows needs the room after them that `matrices.reserve` leaves; only the
    output needs none.
    """

    matrix: Matrix
    fresh: bool = True

    def place(self, row: int, block: int) -> int:
        """In the matrix."""
        return self.matrix.row(row, block)

    def done(self, s: Schedule, unit: Unit) -> None:
        """Nothing is left to do."""


class Right(Protocol):
    """The right factor: tiles in HBM, and the instructions that multiply rows by them."""

    @property
    def blocks(self) -> int:
        """Blocks of 64 columns of the product."""
        ...

    @property
    def transposed(self) -> bool:
        """Whether the rows of a tile are columns of the factor."""
        ...

    def fetch(self, s: Schedule, slot: int, down: int, across: int) -> None:
        """Bring the tile of a block of 64 rows and one of 64 columns to matrix SRAM."""
        ...


@dataclass(frozen=True)
class Weight:
    """The rows of a weight after `above` blocks of 64 others."""

    tensor: Placement
    above: int = 0
    transposed: bool = False

    @property
    def blocks(self) -> int:
        """Blocks of 64 columns."""
        return self.tensor.detail("columns") // ROW

    def fetch(self, s: Schedule, slot: int, down: int, across: int) -> None:
        """Rows as far apart as they lie in HBM."""
        columns = self.tensor.detail("columns")
        element = ((self.above + down) * columns + across) * ROW
        s.fetch_tile(slot, self.tensor, element, columns)


def multiply(s: Schedule, x: Left, w: Right, sink: Sink) -> None:
    """x · w to a sink.

    Few rows take tile 0 and, for every other 64 of the depth up to 256, the next one; with a depth
    of 64 and more columns, tile 1. Many rows take tile 0 only.
    """
    passing = s.reserve(MOST_ROWS if isinstance(x, Many) else FETCH)
    if isinstance(x, Many):
        for across in range(w.blocks):
            _many(s, x, w, sink, across, passing)
        return
    step = BESIDE if blocks_of(x) == 1 else 1
    for across in range(0, w.blocks, step):
        _few(s, x, w, sink, range(across, min(across + step, w.blocks)), passing)


def _there_and_back(numbers: range, turn: int) -> range:
    """In turns from either end: the tile before lies in the rows of DRAM that are still open."""
    return numbers[::-1] if turn % 2 else numbers


def _many(s: Schedule, x: Many, w: Right, sink: Sink, across: int, passing: int) -> None:
    for down in _there_and_back(range(blocks_of(x)), across):
        w.fetch(s, 0, down, across)
        for quarter in quarters_of(x, down):
            mnemonic = "M_BTMM" if w.transposed else "M_BMM"
            s.do(mnemonic, quarter * HEAD, x.quarter(down, quarter))
            s.catch_up(PAIR)
    place = sink.place(0, across)
    direct = sink.fresh and not _overruns(s, place)
    s.do("M_BMM_WO", place if direct else passing, 0)
    if not sink.fresh:
        _add(s, place, passing, x.rows)
    elif not direct:
        for offset in range(0, x.rows * ROW, ROW):
            s.do("V_ADD_VF", place + offset, passing + offset, 0, 0)
    sink.done(s, Unit(0, x.rows, across, place))


def _overruns(s: Schedule, place: int) -> bool:
    """Whether a write-out from there would write past the end of the output."""
    region = s.memory_map.output.region
    return place < region.end < place + MOST_ROWS * ROW


def _few(s: Schedule, x: Few, w: Right, sink: Sink, acrosses: range, passing: int) -> None:
    """Blocks of columns, of which there are several only where one tile is deep enough: four rows
    go by all of these before the next, whose addresses are fresh."""
    blocks = blocks_of(x)
    chunks = _there_and_back(range(0, blocks, TILES), acrosses[0])
    for chunk in chunks:
        downs = range(chunk, min(chunk + TILES, blocks))
        for beside, across in enumerate(acrosses):
            for down in _there_and_back(downs, across):
                w.fetch(s, (down - chunk + beside) * TILE, down, across)
        for turn, row in enumerate(_fours(x.rows, blocks)):
            for beside, across in enumerate(acrosses):
                _four_rows(s, x, w.transposed, downs, row, turn + beside, beside * TILE)
                place, direct = sink.place(row, across), sink.fresh and chunk == chunks[0]
                s.do("M_BMV_WO", place if direct else passing, 0)
                if not direct:
                    _add(s, place, passing, FETCH)
                if chunk == chunks[-1]:
                    sink.done(s, Unit(row, FETCH, across, place))


def _fours(rows: int, blocks: int) -> list[int]:
    """The first of every four rows. Stores of short products follow one another so soon that they
    go from one data bus of HBM to the next: four times four rows, 128 apart, have scales on one."""
    apart = 1 if blocks >= TILES else FETCH
    return [row for i in range(apart) for row in range(i * FETCH, rows, apart * FETCH)]


def _four_rows(
    s: Schedule, x: Few, transposed: bool, downs: range, row: int, turn: int, first: int
) -> None:
    """Products with the tiles, in turns from either end: the last addresses are still at hand."""
    pairs = [(down, quarter) for down in downs for quarter in quarters_of(x, down)]
    for down, quarter in pairs[:: -1 if turn % 2 else 1]:
        tile = first + (down - downs[0]) * TILE + quarter * HEAD
        s.do("M_BTMV" if transposed else "M_BMV", tile, x.quarter(row, down, quarter))


def _add(s: Schedule, place: int, passing: int, rows: int) -> None:
    for offset in range(0, rows * ROW, ROW):
        s.do("V_ADD_VV", place + offset, place + offset, passing + offset, 0)
