"""Knobs of the schedule on every fourth row of W (see `schedules.products`): what is fetched when.

Transfers take most of the time, and how long each takes depends on those before it: which rows of
DRAM they leave open. The rest is integer arithmetic for addresses, less of it in a good order.
"""

from __future__ import annotations

import random
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.knobs import Knob, Space
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.plena.kernels.schedules.emit import emit
from kernelcraft.platforms.plena.kernels.schedules.products import SPAN, Products
from kernelcraft.platforms.plena.kernels.schedules.reorder import reordered
from kernelcraft.platforms.plena.kernels.schedules.schedule import (
    FETCH,
    HEAD,
    HEADS,
    ROW,
    TILE,
    Schedule,
)
from kernelcraft.platforms.plena.kernels.schedules.simplify import simplified

TRANSFERS: Final = ("dma",)
ADDRESSES: Final = ("scalar_int", "control")
KNOBS: Final = (
    Knob("W is fetched", ("once", "for every four rows"), TRANSFERS),
    Knob("tiles at a time", (HEADS, 1), (*TRANSFERS, *ADDRESSES)),
    Knob("first tile", tuple(range(HEADS)), TRANSFERS),
    Knob("tiles before X", (0, 2, HEADS), TRANSFERS),
    Knob("every other time", ("as before", "backwards"), TRANSFERS),
    Knob("every other head", ("as before", "backwards"), ADDRESSES),
    Knob("reordered among", (1, 4, 16, 64), ADDRESSES),
    Knob("order of transfers", ("kept", "free"), TRANSFERS),
    Knob("repeated steps", ("kept", "left out"), (*TRANSFERS, *ADDRESSES)),
)


def space(cell: Cell) -> Space:
    """For one product of few rows whose depth divides 256; Unwritten for others."""
    p = Products.of(cell)
    if p.count > 1 or SPAN % p.depth or p.rows % FETCH:
        raise Unwritten(f"{cell.name}: expected one product of fours of rows, depth up to {SPAN}")
    return Space(KNOBS, lambda setting: _write(cell, p, setting))


def _write(cell: Cell, p: Products, setting: tuple[int, ...]) -> str:
    values = {knob.name: knob.values[at] for knob, at in zip(KNOBS, setting, strict=True)}
    maker = _Maker(Schedule(cell, "M_BMV on every fourth row of W, with knobs"), p, values)
    maker.write()
    steps = maker.schedule.steps()
    if steps is None:
        raise Unwritten(f"{cell.name}: expected a schedule without loops")
    window = int(values["reordered among"])
    if window > 1:
        kept = values["order of transfers"] == "kept"
        steps = reordered(steps, random.Random(0), window, 0.0, transfers_stay=kept)
    if values["repeated steps"] == "left out":
        steps = simplified(cell, steps)
    return emit(steps, maker.schedule.title)


class _Maker:
    """One product, written with the values of the knobs."""

    def __init__(self, schedule: Schedule, p: Products, values: dict[str, str | int]) -> None:
        self.schedule, self.products, self.values = schedule, p, values
        self.source = schedule.reserve(p.blocks * p.rows)
        self.partial = schedule.reserve(HEADS * HEADS * p.rows)
        self.bias = p.fetch_bias(schedule)
        self._turn = 0

    def write(self) -> None:
        """Column block by column block; X comes with the first one's tiles."""
        rows = range(self.products.rows)
        per_four = self.values["W is fetched"] != "once"
        groups = [rows[at : at + FETCH] for at in rows[::FETCH]] if per_four else [rows]
        for column in range(0, self.products.columns, ROW):
            for group in groups:
                self._columns(column, group)

    def _columns(self, column: int, rows: range) -> None:
        """64 columns of some rows of the result."""
        order = [(int(self.values["first tile"]) + index) % HEADS for index in range(HEADS)]
        if self._turn % 2 and self.values["every other time"] == "backwards":
            order.reverse()
        at_a_time = int(self.values["tiles at a time"])
        for first in range(0, HEADS, at_a_time):
            heads = order[first : first + at_a_time]
            for index, head in enumerate(heads, start=first):
                self._fetch(index, head, column)
            if self._turn == 0 and self.values["tiles before X"] == HEADS and first == 0:
                self._fetch_x()
            for row in rows:
                for head in heads:
                    self._multiply(row, head)
        self._turn += 1
        for row in rows:
            self._add(row, column)

    def _fetch(self, index: int, head: int, column: int) -> None:
        if self._turn == 0 and index == self.values["tiles before X"]:
            self._fetch_x()
        p = self.products
        element = head * p.columns + column
        self.schedule.fetch_tile(head * TILE, p.w, element, HEADS * p.columns)

    def _fetch_x(self) -> None:
        p = self.products
        for row in range(0, p.rows, FETCH):
            for block in range(p.blocks):
                element = row * p.depth + block * ROW
                self.schedule.fetch_rows(self._x(block, row), p.x, element, p.depth)

    def _multiply(self, row: int, head: int) -> None:
        """The partial result of a tile."""
        blocks = range(self.products.blocks)
        turned = head % 2 and self.values["every other head"] == "backwards"
        for block in blocks[::-1] if turned else blocks:
            self.schedule.do("M_BMV", head * TILE + block * HEAD, self._x(block, row))
        self.schedule.do("M_BMV_WO", self._partial(row) + head * HEADS * ROW, 0)

    def _add(self, row: int, column: int) -> None:
        """The four partial results and the bias."""
        y = self.products.result(0, row, column)
        a, b, c, d = (self._partial(row) + head * (HEADS + 1) * ROW for head in range(HEADS))
        self.schedule.do("V_ADD_VV", a, a, b, 0)
        self.schedule.do("V_ADD_VV", c, c, d, 0)
        if self.bias is not None:
            self.schedule.do("V_ADD_VV", c, c, self.bias + column, 0)
        self.schedule.do("V_ADD_VV", y, a, c, 0)

    def _partial(self, row: int) -> int:
        return self.partial + row * HEADS * HEADS * ROW

    def _x(self, block: int, row: int) -> int:
        return self.source + (block * self.products.rows + row) * ROW
