"""The permutation that interleaves four rows, and rows that select rows of a tile.

Both come from the same one-hot rows. The permutation P has a 1 at [4i + h][16h + i]: M_BTMV of its
columns 16h.. and row h of four puts element 16q + i at 4i + h of head q (see `left`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from kernelcraft.cells.protocol import Placement
from kernelcraft.platforms.plena.kernels.schedules.lanes import HALF, OneHots, head_masks
from kernelcraft.platforms.plena.kernels.schedules.schedule import (
    FETCH,
    HEAD,
    HEADS,
    ROW,
    TILE,
    Schedule,
)

PERMUTATION, IDENTITY = 3 * TILE, 2 * TILE  # where they lie in matrix SRAM while they are needed


PITCH = 2 * ROW  # from row to row where the tiles lie side by side


@dataclass(frozen=True)
class Patterns:
    """`selectors`: 4 rows, of which row j picks the tile rows 4j + h of 16 for head h (M_BMV).

    `stored`: the permutation; with an identity, that beside it and below them 16 rows of ones.
    Tiles are fetched where they are not in matrix SRAM already.
    """

    s: Schedule
    selectors: int
    stored: Placement

    def fetch_permutation(self) -> None:
        """The permutation to tile 3."""
        self.s.ensure_tile(PERMUTATION, self.stored, 0)

    def fetch_identity(self) -> None:
        """The identity to tile 2."""
        self.s.ensure_tile(IDENTITY, self.stored, ROW)

    def fetch_ones(self, tile: int) -> None:
        """16 rows of ones to a tile, whose other rows are not used."""
        self.s.ensure_tile(tile, self.stored, ROW * PITCH)


def make(s: Schedule) -> Patterns:
    """Make the permutation, which is left in matrix SRAM.

    The stores limit: 16 of 4 rows, each after the 8 cycles that these take. Pairs of them, which
    share a block of scales, take turns between the halves of the lanes, whose scales are far apart.
    """
    one_hots, masks = OneHots(s), head_masks(s)
    one_hot, rows, diagonal = s.reserve(1), s.reserve(FETCH), s.reserve(1)
    stored = s.reserve_tensor("permutation", ROW, ROW)
    for lane in _in_turns():
        one_hots.put(one_hot, lane // HALF)
        for head in range(0, HEADS * ROW, ROW):
            s.do("V_MUL_VV", rows + head, one_hot, masks + head, 0)
        s.store(rows, stored, lane * HEADS * ROW, ROW)
        _add_to_diagonal(s, diagonal, one_hot, lane)
    return _finished(s, masks, diagonal, stored)


def make_for_attention(s: Schedule, number: float) -> Patterns:
    """Make the permutation, an identity times a number and ones, with the permutation left in
    matrix SRAM. The number is a power of two up to 1.

    Stores of adjacent rows, by turns to tiles side by side, take half the time of others: the
    second finds the block of scales of the first still waiting to be written. Pairs of them go from
    one data bus to the next, so that a pair's scales are read while the last pair's are written.
    """
    one_hots, masks = OneHots(s), head_masks(s)
    lanes, rows, diagonal = s.reserve(HEAD), s.reserve(FETCH), s.reserve(1)
    for lane in range(HEAD):
        one_hots.put(lanes + lane * ROW, lane // HALF)
        _add_to_diagonal(s, diagonal, lanes + lane * ROW, lane)
    multiples = _multiples(s, masks, number)
    stored = s.reserve_tensor("patterns", 3 * ROW, PITCH)
    for lane in _from_bus_to_bus():
        for i in range(HEADS):
            s.do("V_MUL_VV", rows + i * ROW, lanes + lane * ROW, masks + i * ROW, 0)
        s.store(rows, stored, lane * HEADS * PITCH, PITCH)
        head, four = divmod(lane, FETCH)
        for i in range(FETCH):
            one_hot = lanes + (four * FETCH + i) * ROW
            s.do("V_MUL_VV", rows + i * ROW, one_hot, multiples + head * ROW, 0)
        s.store(rows, stored, lane * FETCH * PITCH + ROW, PITCH)
    _store_ones(s, stored)
    return _finished(s, masks, diagonal, stored)


def _finished(s: Schedule, masks: int, diagonal: int, stored: Placement) -> Patterns:
    selectors = s.reserve(HEADS)
    for head in range(0, HEADS * ROW, ROW):
        s.do("V_MUL_VV", selectors + head, diagonal, masks + head, 0)
    made = Patterns(s, selectors, stored)
    made.fetch_permutation()
    return made


def _add_to_diagonal(s: Schedule, diagonal: int, one_hot: int, lane: int) -> None:
    if lane == 0:
        s.do("V_ADD_VF", diagonal, one_hot, 0, 0)
    elif lane % (HEADS + 1) == 0:
        s.do("V_ADD_VV", diagonal, diagonal, one_hot, 0)


def _in_turns() -> Iterator[int]:
    """Two lanes of the lower half, two of the upper one, and so on."""
    for pair in range(0, HALF, 2):
        for start in (pair, pair + HALF):
            yield from (start, start + 1)


def _from_bus_to_bus() -> Iterator[int]:
    """The lanes, whose blocks of scales follow one another, four to a data bus: never two in a row
    on the same."""
    for first in range(FETCH):
        yield from range(first, HEAD, FETCH)


def _multiples(s: Schedule, masks: int, number: float) -> int:
    """The masks times a power of two up to 1."""
    halvings = round(-math.log2(number))
    if halvings == 0:
        return masks
    factor, multiples = 1, s.reserve(HEADS)
    s.do("S_EXP_FP", factor, 0)
    for _ in range(halvings):
        s.do("S_ADD_FP", factor, factor, factor)
    s.do("S_RECI_FP", factor, factor)
    for head in range(0, HEADS * ROW, ROW):
        s.do("V_MUL_VF", multiples + head, masks + head, factor, 0)
    return multiples


def _store_ones(s: Schedule, stored: Placement) -> None:
    rows = s.reserve(FETCH)
    s.do("S_EXP_FP", 1, 0)
    s.do("M_BMV_WO", rows, 0)
    for row in range(rows, rows + FETCH * ROW, ROW):
        s.do("V_ADD_VF", row, row, 1, 0)
    for first in range(0, HEAD, FETCH):
        s.store(rows, stored, (ROW + first) * PITCH, PITCH)
