"""Matrices in vector SRAM, as every step of a composite kernel hands them to the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kernelcraft.platforms.plena.kernels.schedules.schedule import FETCH, HEADS, ROW, Schedule

MOST_ROWS = HEADS * ROW  # that one M_BMM_WO writes


@dataclass(frozen=True)
class Matrix:
    """[columns/64][rows][64] in vector SRAM, from an address on."""

    address: int
    rows: int
    columns: int

    @property
    def blocks(self) -> int:
        """Blocks of 64 columns."""
        return self.columns // ROW

    def row(self, row: int, block: int) -> int:
        """The address of 64 elements of a row."""
        return self.address + (block * self.rows + row) * ROW

    def part(self, first: int, columns: int) -> Matrix:
        """Columns `first` and on, such as a head; both are multiples of 64."""
        return Matrix(self.row(0, first // ROW), self.rows, columns)

    def units(self, rows: int = FETCH) -> Iterator[Unit]:
        """`rows` rows of a block of columns after the other."""
        for block in range(self.blocks):
            for row in range(0, self.rows, rows):
                yield Unit(row, rows, block, self.row(row, block))


@dataclass(frozen=True)
class Unit:
    """`count` rows of 64 at an address: which rows and which block of columns of a matrix."""

    row: int
    count: int
    block: int
    address: int

    def __iter__(self) -> Iterator[int]:
        """The addresses of the rows."""
        return iter(range(self.address, self.address + self.count * ROW, ROW))


def reserve(s: Schedule, rows: int, columns: int) -> Matrix:
    """A free matrix. After it there is room for what M_BMM_WO writes beyond its last row."""
    address = s.reserve(rows * columns // ROW + max(0, MOST_ROWS - rows))
    return Matrix(address, rows, columns)


def output(s: Schedule) -> Matrix:
    """The cell's output."""
    placed = s.memory_map.output
    return Matrix(placed.address, placed.detail("rows"), placed.detail("columns"))
