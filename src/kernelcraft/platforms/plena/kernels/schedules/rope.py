"""RoPE: rows turned by pairs of elements, four rows at a time.

Whole tiles of 64 rows come through matrix SRAM, two rows apart where there are 128, as `rows` does;
fewer rows are fetched four at a time, and so are all where no M_BMV moves them out of tiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kernelcraft.cells.protocol import Placement
from kernelcraft.platforms.plena.kernels.schedules.matrices import output
from kernelcraft.platforms.plena.kernels.schedules.rows import APART, make_selectors
from kernelcraft.platforms.plena.kernels.schedules.schedule import (
    FETCH,
    HEAD,
    HEADS,
    ROW,
    TILE,
    Schedule,
)

ROTATION = 3 * TILE  # where the rotation lies in matrix SRAM


@dataclass(frozen=True)
class _Block:
    """64 columns of a tensor, and where four rows of them lie while they are worked on."""

    tensor: Placement
    first: int
    passing: int


def swapped(s: Schedule) -> None:
    """Rows of 128: their halves a and b are whole vectors, and share cosines and sines."""
    x, cos, sin, _ = s.memory_map.inputs
    y, t, u = output(s), s.reserve(1), s.reserve(1)
    places = ((x, 0), (x, ROW), (cos, 0), (sin, 0))
    blocks = [_Block(tensor, first, s.reserve(FETCH)) for tensor, first in places]
    for rows in _fours(s, blocks):
        for i, row in enumerate(rows):
            a, b, c, d = (block.passing + i * ROW for block in blocks)
            s.do("V_MUL_VV", t, a, c, 0)
            s.do("V_MUL_VV", u, b, d, 0)
            s.do("V_SUB_VV", y.row(row, 0), t, u, 0)
            s.do("V_MUL_VV", t, a, d, 0)
            s.do("V_MUL_VV", u, b, c, 0)
            s.do("V_ADD_VV", y.row(row, 1), t, u, 0)


def turned(s: Schedule) -> None:
    """Rows of 64: the matrix unit turns four of them with all heads useful.

    The rotation moves 16 lanes as a whole, so that M_BTMV of its columns 16h.. and row h of four
    puts lanes 16q.. of all four rows into one vector; the same once more gives four rows whose
    halves have changed places. Each step negates some: in the end row r is z, or -z for r > 1.
    """
    x, cos, sin, rotation = s.memory_map.inputs
    y, mixed, z = output(s), s.reserve(HEADS), s.reserve(HEADS)
    blocks = [_Block(tensor, 0, s.reserve(FETCH)) for tensor in (x, cos, sin)]
    s.fetch_tile(ROTATION, rotation, 0, ROW)
    for rows in _fours(s, blocks):
        for source, target in ((blocks[0].passing, mixed), (mixed, z)):
            for head in range(HEADS):
                s.do("M_BTMV", ROTATION + head * HEAD, source + head * ROW)
            s.do("M_BMV_WO", target, 0)
        for i, row in enumerate(rows):
            a, c, d = (block.passing + i * ROW for block in blocks)
            swapped_row = z + (i ^ 2) * ROW
            s.do("V_MUL_VV", swapped_row, swapped_row, d, 0)
            s.do("V_MUL_VV", a, a, c, 0)
            combine = "V_ADD_VV" if i < FETCH // 2 else "V_SUB_VV"
            s.do(combine, y.row(row, 0), a, swapped_row, 0)


def _fours(s: Schedule, blocks: list[_Block]) -> Iterator[range]:
    """The numbers of four rows, while they lie in their places."""
    rows = blocks[0].tensor.detail("rows")
    apart = 2 if rows % (2 * ROW) == 0 else 1
    if rows % ROW or s.official:
        apart = (
            APART
            if rows % (APART * FETCH) == 0 and blocks[0].tensor.detail("columns") == ROW
            else 1
        )
        for start in range(0, rows, apart * FETCH):
            for row in range(start, start + apart):
                for block in blocks:
                    columns = block.tensor.detail("columns")
                    element = row * columns + block.first
                    s.fetch_rows(block.passing, block.tensor, element, apart * columns)
                yield range(row, row + FETCH * apart, apart)
        return
    selectors = make_selectors(s)
    for start in range(0, rows, apart * ROW):
        for first in range(start, start + apart):
            for slot, block in enumerate(blocks):
                columns = block.tensor.detail("columns")
                element = first * columns + block.first
                s.fetch_tile(slot * TILE, block.tensor, element, apart * columns)
            for quarter in range(HEADS):
                for head in range(HEADS):
                    for slot, block in enumerate(blocks):
                        s.do("M_BMV", slot * TILE + head * HEAD, selectors + quarter * ROW)
                        s.do("M_BMV_WO", block.passing, 0)
                    row = first + (head * HEADS + quarter) * FETCH * apart
                    yield range(row, row + FETCH * apart, apart)
