"""The left factor of a product: rows of X interleaved, so that all four heads do useful work.

A batched product multiplies 16 elements of each head of a row, 4i + h for head h, by the same 16
rows of a tile. So let head h hold 16 columns of row h of four rows of X. `Few` rows go by M_BMV:
each group of four neighbours is a row of its own, and its write-out is four rows of the result.
`Many` rows go by M_BMM: head h has the 64 rows from 64h on, and one write-out is all of a column
block of the result; of fewer than 64 rows what lies after them goes along and is not used. M_BMM
takes 64 cycles for up to 256 rows, M_BMV (with its address) 2 for four.

Interleaving is a product with a permutation (see `patterns`): M_BTMV or M_BTMM, exactly.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.plena.kernels.schedules.matrices import MOST_ROWS, Matrix, Unit
from kernelcraft.platforms.plena.kernels.schedules.patterns import PERMUTATION
from kernelcraft.platforms.plena.kernels.schedules.schedule import (
    FETCH,
    HEAD,
    HEADS,
    ROW,
    TILE,
    Schedule,
)

FEW = 112  # rows up to which M_BMV is better, and beyond which they must be whole 64


@dataclass(frozen=True)
class Few:
    """[blocks][step/4][4][64]: for four rows of X and a block of 64 columns, its four quarters.

    `step` is the number of rows of which these are a part. `columns` is a multiple of 16.
    """

    address: int
    rows: int
    columns: int
    step: int

    @property
    def count(self) -> int:
        """Rows that are taken at a time."""
        return FETCH

    def quarter(self, row: int, block: int, quarter: int) -> int:
        """The address of 16 columns of the four rows from `row` on."""
        return self.address + (block * self.step + row + quarter) * ROW

    def part(self, first: int, rows: int) -> Few:
        """The rows from `first` on."""
        return Few(self.quarter(first, 0, 0), rows, self.columns, self.step)

    def window(self, block: int, columns: int) -> Few:
        """Some columns from a block on."""
        return Few(self.quarter(0, block, 0), self.rows, columns, self.step)

    def take(self, s: Schedule, unit: Unit, permutation: int = PERMUTATION) -> None:
        """Interleave four rows of X with the permutation in a tile."""
        for head in range(HEADS):
            s.do("M_BTMV", permutation + head * HEAD, unit.address + head * ROW)
        s.do("M_BMV_WO", self.quarter(unit.row, unit.block, 0), 0)

    def take_by_heads(self, s: Schedule, unit: Unit) -> None:
        """As `take` with an identity, by the permutation alone: twice by columns, once by rows.
        Changes the rows of X.

        With lanes numbered by their digits to the base of four, the permutation's columns turn the
        row's number and the three digits of a lane to the left, and its rows make x3 x2 x0 x1 of
        x0 x1 x2 x3. Together they exchange the first two, rows and heads.
        """
        for mnemonic in ("M_BTMV", "M_BTMV", "M_BMV"):
            for head in range(HEADS):
                s.do(mnemonic, PERMUTATION + head * HEAD, unit.address + head * ROW)
            last = mnemonic == "M_BMV"
            target = self.quarter(unit.row, unit.block, 0) if last else unit.address
            s.do("M_BMV_WO", target, 0)


@dataclass(frozen=True)
class Many:
    """[blocks][4][64][64]: for a block of 64 columns, the four quarters of all rows."""

    address: int
    rows: int
    columns: int

    @property
    def count(self) -> int:
        """Rows that are taken at a time."""
        return self.rows

    def quarter(self, block: int, quarter: int) -> int:
        """The address of 16 columns of all rows."""
        return self.address + (block * HEADS + quarter) * TILE

    def window(self, block: int, columns: int) -> Many:
        """Some columns from a block on."""
        return Many(self.quarter(block, 0), self.rows, columns)

    def take(self, s: Schedule, unit: Unit, permutation: int = PERMUTATION) -> None:
        """Interleave 64 columns of X with the permutation in a tile."""
        for head in range(-(-self.rows // ROW)):
            s.do("M_BTMM", permutation + head * HEAD, unit.address + head * TILE)
        s.do("M_BMM_WO", self.quarter(unit.block, 0), 0)


Left = Few | Many


def blocks_of(x: Left) -> int:
    """Blocks of 64 columns; of the last one there may be only some quarters."""
    return -(-x.columns // ROW)


def quarters_of(x: Left, block: int) -> range:
    """The quarters that a block has."""
    return range(min(HEADS, (x.columns - block * ROW) // HEAD))


def few(s: Schedule, rows: int, columns: int) -> Few:
    """Room for groups of four rows; any number of these."""
    return Few(s.reserve(rows * -(-columns // ROW)), rows, columns, rows)


def is_many(s: Schedule, rows: int) -> bool:
    """Whether M_BMM is better for a matrix of `rows` rows, or there is no M_BMV."""
    return s.official or rows > FEW and rows % ROW == 0


def reserve(s: Schedule, rows: int, columns: int) -> Left:
    """Room for an interleaved matrix; raises Unwritten for sizes that do not fit."""
    if rows % FETCH or rows > MOST_ROWS:
        raise Unwritten(f"{s.cell.name}: {rows} rows are no multiple of 4 up to {MOST_ROWS}")
    if columns % HEAD:
        raise Unwritten(f"{s.cell.name}: a depth of {columns} is no multiple of {HEAD}")
    if not is_many(s, rows):
        return few(s, rows, columns)
    return Many(s.reserve(-(-columns // ROW) * HEADS * ROW), rows, columns)


def interleaved(s: Schedule, x: Matrix, permutation: int = PERMUTATION) -> Left:
    """X interleaved; the permutation must be in its tile."""
    found = reserve(s, x.rows, x.columns)
    for unit in x.units(found.count):
        found.take(s, unit, permutation)
    return found
