"""The schedule for y = A·x with M_BTMV.

The rows of a tile of A, fetched with A's row length as stride, are 64 outputs. M_BTMV sees a block
of 64 of x as 4 heads of 16 in sequence and multiplies all of them by the same 16 columns of the
tile, so only one head is right each time. With the other heads of x set to zero (a masked multiply,
once) the wrong products are zeros, and all four accumulators grow side by side over the whole row:
4 cycles a tile, one write-out and three additions for 64 outputs. M_TMM takes 1024 cycles a tile.

The tiles of 64 rows come from either half of the columns by turns: where rows have 512 bytes or
more, tiles beside one another follow each other 5 % slower (measured).
"""

from __future__ import annotations

from collections.abc import Iterator

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Placement
from kernelcraft.platforms.plena.kernels.schedules.schedule import (
    FETCH,
    HEAD,
    HEADS,
    ROW,
    TILE,
    Schedule,
)


def tile_by_tile(cell: Cell) -> Iterator[Schedule]:
    """Every tile of A once, through one place in matrix SRAM."""
    schedule = Schedule(cell, "M_BTMV over masked heads of x")
    matrix, x = cell.memory_map.input("A"), cell.memory_map.input("x")
    rows, columns = matrix.detail("rows"), matrix.detail("columns")
    blocks = columns // ROW
    schedule.fetch_tile(0, matrix, 0, columns)  # the first transfer is slow: rather the larger one
    source = schedule.reserve(-(-blocks // FETCH) * FETCH)
    for first in range(0, blocks, FETCH):
        schedule.fetch_rows(source + first * ROW, x, first * ROW, ROW)
    partial = schedule.reserve(HEADS)
    heads = [_place(schedule, matrix, head, blocks) for head in range(HEADS)]
    for head, target in enumerate(heads):
        for block in range(0, columns, ROW):
            schedule.keep_heads(target + block, source + block, 1 << head)
    for row in range(0, rows, ROW):
        for block in _from_either_half(columns):
            schedule.fetch_tile(0, matrix, row * columns + block, columns)
            for head, target in enumerate(heads):
                schedule.do("M_BTMV", head * HEAD, target + block)
        schedule.do("M_BMV_WO", partial, 0)
        a, b, c, d = (partial + head * ROW for head in range(HEADS))
        schedule.do("V_ADD_VV", a, a, b, 0)
        schedule.do("V_ADD_VV", c, c, d, 0)
        schedule.do("V_ADD_VV", cell.memory_map.output.address + row, a, c, 0)
    yield schedule


def _from_either_half(columns: int) -> Iterator[int]:
    """The first column of every block of 64."""
    starts = range(0, columns, ROW)
    half = max(1, len(starts) // 2)
    for first in range(half):
        yield from starts[first::half]


def _place(schedule: Schedule, matrix: Placement, head: int, blocks: int) -> int:
    """Rows for one head of x, where they can be at the HBM addresses of a row of tiles of A: the
    number in a register then serves the fetch of a tile and its multiplication."""
    tiles = matrix.address + (head + 1) * blocks * TILE
    last = schedule.memory_map.parameters["vector_sram_rows"] * ROW - blocks * ROW
    if schedule.scratch <= tiles <= last and tiles % ROW == 0:
        return tiles
    return schedule.reserve(blocks)
