"""Knobs of SiLU: which rows come through a tile, and in which order the work is done.

A tile brings 64 rows for the price of 27 that are fetched (see `schedules.rows`), but only if
others do not fetch them all the same: two choices that pay together and not alone.
"""

from __future__ import annotations

import random
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.knobs import Knob, Space
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.plena.kernels.schedules.emit import emit
from kernelcraft.platforms.plena.kernels.schedules.formulas import FORMULAS
from kernelcraft.platforms.plena.kernels.schedules.reorder import reordered
from kernelcraft.platforms.plena.kernels.schedules.schedule import FETCH, HEAD, HEADS, ROW, Schedule
from kernelcraft.platforms.plena.kernels.schedules.simplify import simplified

ROWS: Final = 2 * ROW
HALF: Final = 2
"""Of a tile, in quarters: rows that come the same way."""
FACTOR: Final = 2
"""The f register that holds -1; the tensor is multiplied by it first."""
PATTERN: Final = 64
"""FP SRAM address after the constants."""
ONE: Final = 7
"""The f register of 1.0 while the pattern is made."""
SCALED: Final = ("rows", "selectors")
TRANSFERS: Final = ("dma", "matrix")
ADDRESSES: Final = ("scalar_int", "control")
KNOBS: Final = (
    *(
        Knob(f"half {half} of tile {tile} comes", ("fetched", "through it"), TRANSFERS)
        for tile in range(2)
        for half in range(2)
    ),
    *(Knob(f"-x in tile {tile} by", SCALED, ("vector", "matrix")) for tile in range(2)),
    Knob("rows of a tile are apart", (1, 2), TRANSFERS),
    Knob("tiles", ("first to last", "last to first"), TRANSFERS),
    Knob("rows of a half by", ("quarters", "heads"), ADDRESSES),
    Knob("reordered among", (1, 4, 16, 64), ADDRESSES),
    Knob("repeated steps", ("kept", "left out"), (*TRANSFERS, *ADDRESSES)),
)


def space(cell: Cell) -> Space:
    """For 128 rows of 64; Unwritten for others."""
    x = cell.memory_map.input("x")
    if (x.detail("rows"), x.detail("columns")) != (ROWS, ROW):
        raise Unwritten(f"{cell.name}: expected {ROWS} rows of {ROW}")
    return Space(KNOBS, lambda setting: _write(cell, setting))


def _write(cell: Cell, setting: tuple[int, ...]) -> str:
    values = [knob.values[at] for knob, at in zip(KNOBS, setting, strict=True)]
    maker = _Maker(cell, values)
    maker.write()
    steps = maker.schedule.steps()
    if steps is None:
        raise Unwritten(f"{cell.name}: expected a schedule without loops")
    window, repeated = int(values[-2]), values[-1]
    if window > 1:
        steps = reordered(steps, random.Random(0), window, 0.0, transfers_stay=True)
    if repeated == "left out":
        steps = simplified(cell, steps)
    return emit(steps, maker.schedule.title)


class _Maker:
    """Both tiles, written with the values of the knobs."""

    def __init__(self, cell: Cell, values: list[str | int]) -> None:
        self.ways, self.scaled, (apart, self.order, self.by) = values[:4], values[4:6], values[6:9]
        self.apart = int(apart)
        self.schedule = s = Schedule(cell, "sigmoid of -x, with knobs")
        self.x, self.output = cell.memory_map.input("x"), cell.memory_map.output.address
        self.scratch, self.moved = s.reserve(FETCH), s.reserve(FETCH)
        self.formula = FORMULAS["silu"]
        self.formula.prepare(s)
        if "through it" in self.ways:
            self.selectors = _make_selectors(s)
            self.negated = s.reserve(HEADS)
            for offset in range(0, HEADS * ROW, ROW):
                s.do("V_MUL_VF", self.negated + offset, self.selectors + offset, FACTOR, 0)

    def write(self) -> None:
        """One tile's rows after the other's."""
        tiles = (0, 1) if self.order == "first to last" else (1, 0)
        for tile in tiles:
            first = tile if self.apart == 2 else tile * ROW
            ways = self.ways[HALF * tile : HALF * (tile + 1)]
            if "through it" in ways:
                self.schedule.fetch_tile(0, self.x, first * ROW, self.apart * ROW)
            for half, way in enumerate(ways):
                for place in self._places(half):
                    if way == "fetched":
                        self._fetched(first, place)
                    else:
                        self._through(first, place, self.scaled[tile] == "selectors")

    def _places(self, half: int) -> list[tuple[int, int]]:
        """The fours of rows of half a tile, by quarter and head."""
        quarters, heads = range(HALF * half, HALF * (half + 1)), range(HEADS)
        if self.by == "quarters":
            return [(quarter, head) for quarter in quarters for head in heads]
        return [(quarter, head) for head in heads for quarter in quarters]

    def _fetched(self, first: int, place: tuple[int, int]) -> None:
        """Four rows with H_PREFETCH_V, finished where they are."""
        s, row = self.schedule, self._row(first, place)
        s.fetch_rows(self.moved, self.x, row * ROW, self.apart * ROW)
        for i in range(FETCH):
            s.do("V_MUL_VF", self.scratch + i * ROW, self.moved + i * ROW, FACTOR, 0)
        self._finish(row)

    def _through(self, first: int, place: tuple[int, int], by_selectors: bool) -> None:
        """Four rows of the tile with M_BMV; -x by other selectors or from x."""
        s, (quarter, head) = self.schedule, place
        s.do("M_BMV", head * HEAD, self.selectors + quarter * ROW)
        s.do("M_BMV_WO", self.moved, 0)
        if by_selectors:
            s.do("M_BMV", head * HEAD, self.negated + quarter * ROW)
            s.do("M_BMV_WO", self.scratch, 0)
        else:
            for i in range(FETCH):
                s.do("V_MUL_VF", self.scratch + i * ROW, self.moved + i * ROW, FACTOR, 0)
        self._finish(self._row(first, place))

    def _finish(self, row: int) -> None:
        for i in range(FETCH):
            target = self.output + (row + i * self.apart) * ROW
            self.formula.body(self.schedule, self.moved + i * ROW, self.scratch + i * ROW, target)

    def _row(self, first: int, place: tuple[int, int]) -> int:
        """The first of the four rows of the tensor."""
        quarter, head = place
        return first + (head * HEADS + quarter) * FETCH * self.apart


def _make_selectors(s: Schedule) -> int:
    """As `schedules.rows` makes them, but by S_MAP_V_FP of numbers from the FP SRAM, which takes 90
    cycles more: with these the whole space was measured."""
    pattern, selectors = s.reserve(1), s.reserve(HEADS)
    s.do("S_EXP_FP", ONE, 0)
    for lane in range(ROW):
        is_one = lane % HEAD % (HEADS + 1) == 0
        s.do("S_ST_FP", ONE if is_one else 0, 0, PATTERN + lane)
    s.do("S_MAP_V_FP", pattern, 0, PATTERN)
    for head in range(HEADS):
        s.keep_heads(selectors + head * ROW, pattern, 1 << head)
    return selectors
