"""RoPE: rows turned by pairs of elements, four rows at a time.

Whole tiles of 64 rows come through matrix SRAM, those of rows of 64 two rows apart where there are
128, as `rows` does; fewer rows are fetched four at a time, and so are all where no M_BMV moves them
out of tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kernelcraft.cells.protocol import Placement
from kernelcraft.platforms.plena.kernels.schedules.matrices import output
from kernelcraft.platforms.plena.kernels.schedules.patterns import with_scales
from kernelcraft.platforms.plena.kernels.schedules.rows import APART, make_selectors
from kernelcraft.platforms.plena.kernels.schedules.schedule import (
    FETCH,
    HEAD,
    HEADS,
    ROW,
    TILE,
    Schedule,
)
from kernelcraft.platforms.plena.kernels.schedules.steps import SCALES

ROTATION = 0  # where the rotation lies in matrix SRAM
QUARTER, TINY = 1, 2  # f registers of 1/4 and 2^-16


@dataclass(frozen=True)
class _Block:
    """64 columns of a tensor; `quartered`: a quarter of each element is to come."""

    tensor: Placement
    first: int
    quartered: bool = False


def swapped(s: Schedule) -> None:
    """Rows of 128: their halves a and b are whole vectors, and share cosines and sines.

    Four rows that follow one another come to their place in the result: its addresses serve both.
    """
    x, cos, sin, _ = s.memory_map.inputs
    s.base_on(cos, sin)
    y, passing, a_sin = output(s), s.reserve(2 * FETCH), s.reserve(1)
    halves = _Block(x, 0), _Block(x, ROW)
    cosines, sines = _Block(cos, 0), _Block(sin, 0)
    for four in _fours(s, [*halves, cosines, sines], 1):
        row = four.rows[0]
        for half, block in enumerate(halves):
            four.bring(block, y.row(row, half))
        four.bring(cosines, passing)
        four.bring(sines, passing + FETCH * ROW)
        for i, row in enumerate(four.rows):
            a, b = y.row(row, 0), y.row(row, 1)
            c = passing + i * ROW
            d = c + FETCH * ROW
            s.do("V_MUL_VV", a_sin, a, d, 0)
            s.do("V_MUL_VV", a, a, c, 0)
            s.do("V_MUL_VV", d, b, d, 0)
            s.do("V_SUB_VV", a, a, d, 0)
            s.do("V_MUL_VV", b, b, c, 0)
            s.do("V_ADD_VV", b, b, a_sin, 0)


def turned(s: Schedule) -> None:
    """Rows of 64: the matrix unit turns four of them with all heads useful.

    The rotation moves 16 lanes as a whole, so that M_BTMV of its columns 16h.. and row h of four
    puts lanes 16q.. of all four rows into one vector; the same once more gives four rows whose
    halves have changed places. Each step negates some: in the end row r is z, or -z for r > 1.
    Sines and cosines have the same place, and so has z after either step: few addresses.
    Where rows come through tiles, each step doubles them, and the sines come as quarters.
    """
    x, cos, sin, rotation = s.memory_map.inputs
    s.base_on(cos, sin)
    y, a, z, factors = output(s), s.reserve(HEADS), s.reserve(HEADS), s.reserve(HEADS)
    by_tiles = _by_tiles(s, y.rows)
    rows, sines, cosines = _Block(x, 0), _Block(sin, 0, quartered=by_tiles), _Block(cos, 0)
    if by_tiles:
        _fetch_doubled(s, rotation)
    else:
        s.fetch_tile(ROTATION, rotation, 0, ROW)
    offsets = range(0, HEADS * ROW, ROW)
    apart = 2 if y.rows % (2 * ROW) == 0 else 1
    for four in _fours(s, [rows, sines, cosines], apart):
        four.bring(rows, a)
        for source in (a, z):
            for head in range(HEADS):
                s.do("M_BTMV", ROTATION + head * HEAD, source + head * ROW)
            s.do("M_BMV_WO", z, 0)
        four.bring(sines, factors)
        for i, offset in enumerate(offsets):
            swapped_row = z + (i ^ 2) * ROW
            s.do("V_MUL_VV", swapped_row, swapped_row, factors + offset, 0)
        four.bring(cosines, factors)
        for i, (row, offset) in enumerate(zip(four.rows, offsets, strict=True)):
            s.do("V_MUL_VV", a + offset, a + offset, factors + offset, 0)
            combine = "V_ADD_VV" if i < FETCH // 2 else "V_SUB_VV"
            s.do(combine, y.row(row, 0), a + offset, z + (i ^ 2) * ROW, 0)


def _by_tiles(s: Schedule, rows: int) -> bool:
    """Whether rows come through matrix SRAM: whole tiles, out of which M_BMV moves them."""
    return rows % ROW == 0 and not s.official


def _fetch_doubled(s: Schedule, rotation: Placement) -> None:
    """Two times the rotation to its tile; f[QUARTER] = 1/4.

    The scales of its ones are 1. Adjacent rows share blocks of scales, which may all lie on one
    data bus of HBM: 214 to 336 cycles. A scale of 2 is the byte 128, the element -0, of which the
    kernel stores as many, twice, so that they wait to be written when the tile is fetched, and with
    scales of their own aside, in blocks that wait, too: 106 cycles.
    """
    tiny, rows = s.reserve(FETCH), s.reserve(FETCH)
    s.do("S_EXP_FP", TINY, 0)
    for _ in range(2):
        s.do("S_ADD_FP", TINY, TINY, TINY)
    s.do("S_RECI_FP", QUARTER, TINY)
    s.do("S_MUL_FP", TINY, QUARTER, QUARTER)
    for _ in range(2):
        s.do("S_MUL_FP", TINY, TINY, TINY)
    s.do("M_BMV_WO", tiny, 0)
    s.do("V_SUB_VF", tiny, tiny, TINY, 0, 0)
    s.do("V_MUL_VF", tiny, tiny, TINY, 0)
    for row in range(rows, rows + FETCH * ROW, ROW):
        s.do("V_MUL_VF", row, tiny, TINY, 0)
    twos, aside = s.reserve_tensor("twos", SCALES, ROW), s.reserve_tensor("aside", FETCH, 2 * ROW)
    s.store(rows, with_scales(aside, aside.address), 0, 2 * ROW)
    for _ in range(2):
        for i, element in enumerate(range(0, SCALES * ROW, FETCH * ROW)):
            unused = aside.address + i * FETCH * ROW
            s.store(rows, with_scales(twos, unused - element // SCALES), element, ROW)
    s.fetch_tile(ROTATION, with_scales(rotation, twos.address), 0, ROW)


@dataclass(frozen=True)
class _Four:
    """Four rows, and how those of a block are brought to an address."""

    rows: range
    bring: Callable[[_Block, int], None]


def _fours(s: Schedule, blocks: list[_Block], apart: int) -> Iterator[_Four]:
    """Four rows after the other, `apart` from one to the next where they come through tiles."""
    rows = blocks[0].tensor.detail("rows")
    if not _by_tiles(s, rows):
        yield from _fetched(s, rows, blocks)
        return
    selectors = make_selectors(s)
    quarters = selectors
    if any(block.quartered for block in blocks):
        quarters = s.reserve(HEADS)
        for offset in range(0, HEADS * ROW, ROW):
            s.do("V_MUL_VF", quarters + offset, selectors + offset, QUARTER, 0)
    slots = {block: slot for slot, block in enumerate(blocks, 4 - len(blocks))}
    for start in range(0, rows, apart * ROW):
        for first in range(start, start + apart):
            for block, slot in slots.items():
                columns = block.tensor.detail("columns")
                element = first * columns + block.first
                s.fetch_tile(slot * TILE, block.tensor, element, apart * columns)
            for quarter in range(HEADS):
                for head in range(HEADS):
                    row = first + (head * HEADS + quarter) * FETCH * apart

                    def move(
                        block: _Block, target: int, head: int = head, quarter: int = quarter
                    ) -> None:
                        tile = slots[block] * TILE + head * HEAD
                        chosen = quarters if block.quartered else selectors
                        s.do("M_BMV", tile, chosen + quarter * ROW)
                        s.do("M_BMV_WO", target, 0)

                    yield _Four(range(row, row + FETCH * apart, apart), move)


def _fetched(s: Schedule, rows: int, blocks: list[_Block]) -> Iterator[_Four]:
    """Without tiles."""
    alone = blocks[0].tensor.detail("columns") == ROW
    apart = APART if alone and rows % (APART * FETCH) == 0 else 1
    for start in range(0, rows, apart * FETCH):
        for row in range(start, start + apart):

            def fetch(block: _Block, target: int, row: int = row) -> None:
                columns = block.tensor.detail("columns")
                element = row * columns + block.first
                s.fetch_rows(target, block.tensor, element, apart * columns)

            yield _Four(range(row, row + FETCH * apart, apart), fetch)
