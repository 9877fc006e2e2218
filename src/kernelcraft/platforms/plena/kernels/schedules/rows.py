"""Schedules for tensors that are worked on row by row: element functions and normalisations.

`fetched` brings 4 rows with H_PREFETCH_V and finishes them at once, so that one address serves the
fetch (HBM and vector SRAM count alike where a tensor is 64 wide) and a result. Rows 256 bytes apart
come faster than adjacent ones: in 28 cycles, not 33.
`through_tiles` brings 64 rows with one H_PREFETCH_M, which takes 200 cycles instead of 480, and
moves them with the matrix unit: for a row with ones at 5h of each head's part, M_BMV gives head h
the row h of 4 rows of the tile, exactly, and one write-out stores all four. Other numbers than 1
give multiples of the rows for 2 cycles in 4 rows.
"""

from __future__ import annotations

from collections.abc import Iterator

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.plena.kernels.schedules.formulas import Formula
from kernelcraft.platforms.plena.kernels.schedules.lanes import lane_numbers
from kernelcraft.platforms.plena.kernels.schedules.schedule import FETCH, HEAD, HEADS, ROW, Schedule

PICKED = 5, 6, 7  # f registers of three lanes' numbers
APART = 4  # from one row to the next of those that are fetched together


def fetched(cell: Cell, formula: Formula) -> Iterator[Schedule]:
    """Four rows at a time, block of 64 columns by block; one block where rows must be whole."""
    x = cell.memory_map.input("x")
    rows, columns = x.detail("rows"), x.detail("columns")
    if (formula.whole and columns != ROW) or rows % FETCH:
        return
    s = Schedule(cell, f"{formula.idea}, fetched")
    apart = APART if columns == ROW and rows % (APART * FETCH) == 0 else 1
    scratch, passing = s.reserve(1), s.reserve(FETCH)
    formula.prepare(s)
    start = cell.memory_map.output.address
    for first in _starts(rows * columns // ROW, FETCH, apart):
        block, row = divmod(first, rows)
        target = start + first * ROW
        fetched_to = target if apart == 1 else passing
        s.fetch_rows(fetched_to, x, row * columns + block * ROW, apart * columns)
        for i in range(0, FETCH * ROW, ROW):
            here = fetched_to + i
            if formula.factor is not None:
                s.do("V_MUL_VF", scratch, here, formula.factor, 0)
            formula.body(s, here, scratch, target + i * apart)
    yield s


def through_tiles(cell: Cell, formula: Formula, apart: int = 1) -> Iterator[Schedule]:
    """64 rows at a time, `apart` from one to the next; only for whole tiles and with M_BMV.

    Rows 128 bytes apart come faster than adjacent ones, whose scales lie in fewer blocks. They are
    worked on in scratch, since the 4 that leave a tile together do not lie together in the result.
    """
    x = cell.memory_map.input("x")
    rows, columns = x.detail("rows"), x.detail("columns")
    s = Schedule(cell, f"{formula.idea}, through tiles")
    if (formula.whole and columns != ROW) or rows % (apart * ROW) or s.official:
        return
    start = cell.memory_map.output.address
    scratch, moved = s.reserve(FETCH), s.reserve(FETCH)
    selectors = make_selectors(s)
    formula.prepare(s)
    scaled = None if formula.factor is None else _times(s, selectors, formula.factor)
    for first in _starts(rows * columns // ROW, ROW, apart):
        block, row = divmod(first, rows)
        s.fetch_tile(0, x, row * columns + block * ROW, apart * columns)
        for quarter in range(HEADS):  # outside, so that few selectors are in use at a time
            for head in range(HEADS):
                target = start + (first + (head * HEADS + quarter) * FETCH * apart) * ROW
                here = target if apart == 1 else moved
                s.do("M_BMV", head * HEAD, selectors + quarter * ROW)
                s.do("M_BMV_WO", here, 0)
                if scaled is not None:
                    s.do("M_BMV", head * HEAD, scaled + quarter * ROW)
                    s.do("M_BMV_WO", scratch, 0)
                for i in range(0, FETCH * ROW, ROW):
                    formula.body(s, here + i, scratch + i, target + i * apart)
    yield s


def _starts(rows: int, count: int, apart: int) -> Iterator[int]:
    """The first of every `count` vectors, `apart` from one to the next."""
    for first in range(0, rows, apart * count):
        yield from range(first, first + apart)


def make_selectors(s: Schedule) -> int:
    """The address of 4 rows; row j is 1 in lanes 16j + 5h and selects tile rows 4j + h.

    Where a lane's number is one of four, the product p of the distances from these is 0 and e^-p^2
    is 1, elsewhere 0: 115 cycles, where S_MAP_V_FP takes 128 after 64 stores.
    """
    numbers, selectors = lane_numbers(s), s.reserve(HEADS)
    p, others = s.reserve(1), s.reserve(2)
    _load_picked(s)
    s.do("V_SUB_VF", p, numbers, PICKED[0], 0, 0)
    s.do("V_MUL_VV", p, p, numbers, 0)
    for i, number in enumerate(PICKED[1:]):
        s.do("V_SUB_VF", others + i * ROW, numbers, number, 0, 0)
        s.do("V_MUL_VV", p, p, others + i * ROW, 0)
    s.do("V_SUB_VF", others, p, 0, 0, 1)
    s.do("V_MUL_VV", p, p, others, 0)
    s.do("V_EXP_V", p, p, 0)
    for head in range(HEADS):
        s.keep_heads(selectors + head * ROW, p, 1 << head)
    return selectors


def _load_picked(s: Schedule) -> None:
    """The numbers of lanes 5, 10 and 15 of a head: 80, 192 and 352, from 128 and 16."""
    eighty, next_one, last = PICKED
    s.do("S_ADD_FP", next_one, 4, 4)
    s.do("S_ADD_FP", next_one, next_one, next_one)
    s.do("S_ADD_FP", eighty, next_one, 4)
    s.do("S_ADD_FP", next_one, next_one, 3)
    s.do("S_ADD_FP", last, eighty, eighty)
    s.do("S_ADD_FP", last, last, next_one)


def _times(s: Schedule, selectors: int, factor: int) -> int:
    """The selectors times a scalar, as new rows."""
    scaled = s.reserve(HEADS)
    for offset in range(0, HEADS * ROW, ROW):
        s.do("V_MUL_VF", scaled + offset, selectors + offset, factor, 0)
    return scaled


def best(cell: Cell, formula: Formula, few: Formula | None = None) -> Schedule:
    """Through tiles of every second row, or of all rows, where there are whole ones; else fetched,
    with the formula `few` if there is one.

    Raises Unwritten for rows that do not come in fours, or longer ones than the formula takes.
    """
    for found in (through_tiles(cell, formula, 2), through_tiles(cell, formula)):
        for schedule in found:
            return schedule
    for schedule in fetched(cell, few or formula):
        return schedule
    raise Unwritten(f"{cell.name}: rows of {ROW} elements are expected, in fours")
