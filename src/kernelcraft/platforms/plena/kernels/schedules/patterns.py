"""The permutation that interleaves four rows, and rows that select rows of a tile.

Both come from the same one-hot rows. The permutation P has a 1 at [4i + h][16h + i]: M_BTMV of its
columns 16h.. and row h of four puts element 16q + i at 4i + h of head q (see `left`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kernelcraft.cells.protocol import Placement
from kernelcraft.platforms.plena.kernels.schedules.lanes import HALF, OneHots, head_masks
from kernelcraft.platforms.plena.kernels.schedules.schedule import (
    FETCH,
    HEAD,
    HEADS,
    ROW,
    SCALES,
    TILE,
    Schedule,
)

PERMUTATION, IDENTITY = 3 * TILE, 2 * TILE  # where they lie in matrix SRAM while they are needed


PITCH = 2 * ROW  # from row to row where the tiles lie side by side


@dataclass(frozen=True)
class Patterns:
    """`selectors`: 4 rows, of which row j picks the tile rows 4j + h of 16 for head h (M_BMV).

    `stored`: the permutation; with an identity, that beside it and below them 16 rows of ones,
    unless these are every second row of `ones`. Tiles are fetched where they are not in matrix SRAM
    already.
    """

    s: Schedule
    selectors: int
    stored: Placement
    ones: Placement | None = None

    def fetch_permutation(self) -> None:
        """The permutation to tile 3."""
        self.s.ensure_tile(PERMUTATION, self.stored, 0)

    def fetch_identity(self) -> None:
        """The identity to tile 2."""
        self.s.ensure_tile(IDENTITY, self.stored, ROW)

    def fetch_ones(self, tile: int) -> None:
        """16 rows of ones to a tile, whose other rows are not used."""
        if self.ones is None:
            self.s.ensure_tile(tile, self.stored, ROW * PITCH)
        else:
            self.s.fetch_tile(tile, self.ones, 0, PITCH)


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


def make_with_equal_scales(s: Schedule, number: str | None) -> Patterns:
    """Make the permutation and an identity, both times 2^-71, rows of ones, and selectors times
    2^71 and a constant of the cell if there is a name; the permutation is left in matrix SRAM.

    One-hot rows need no scales of their own: 0 times any scale is 0. So 16 rows of ones, whose
    elements are bytes of 56, are the scales 2^-71 of all of them. What the stores leave as scales
    goes to one block, which is still waiting to be written when the next store reads it; after
    eight stores to one on another data bus, since every row leaves some.
    """
    one_hots, masks = OneHots(s), head_masks(s)
    lanes, rows, diagonal = s.reserve(HEAD), s.reserve(FETCH), s.reserve(1)
    stored = s.reserve_tensor("patterns", ROW, PITCH)
    ones = s.reserve_tensor("ones", 2 * HEAD, ROW)
    ignored = s.reserve_tensor("ignored", HEAD, PITCH).address
    one = _four_ones(s)
    for lane in range(HEAD):
        one_hots.put(lanes + lane * ROW, lane // HALF)
        _add_to_diagonal(s, diagonal, lanes + lane * ROW, lane)
        if lane % (HEADS + 1) == 0:  # a few at a time: the queue of writes empties
            first = lane // (HEADS + 1) * 2 * FETCH
            for row in (first, first + FETCH):
                s.store(one, ones, row * ROW, ROW)
    for lane in range(HEAD):
        element = lane * HEADS * PITCH
        block = ignored + lane // FETCH * FETCH * ROW
        place = _with_scales(stored, block - element // SCALES)
        for i in range(HEADS):
            s.do("V_MUL_VV", rows + i * ROW, lanes + lane * ROW, masks + i * ROW, 0)
        s.store(rows, place, element, PITCH)
        head, four = divmod(lane, FETCH)
        for i in range(FETCH):
            one_hot = lanes + (four * FETCH + i) * ROW
            s.do("V_MUL_VV", rows + i * ROW, one_hot, masks + head * ROW, 0)
        s.store(rows, place, element + ROW, PITCH)
    _enlarge(s, diagonal, number)
    return _finished(s, masks, diagonal, _with_scales(stored, ones.address), ones)


def _with_scales(tensor: Placement, start: int) -> Placement:
    """A tensor in HBM with the scales from an address after it on."""
    details = dict(tensor.details) | {"scale offset": start - tensor.region.start}
    return replace(tensor, details=tuple(details.items()))


def _enlarge(s: Schedule, row: int, number: str | None) -> None:
    """A row times 2^71 = 4096^6 / 2 and, if there is a name, times that constant of the cell:
    rows that it selects make up for small permutations."""
    half, power = 2, 3
    s.do("S_ADD_FP", half, 1, 1)
    s.do("S_MUL_FP", power, half, half)
    s.do("S_MUL_FP", power, power, power)
    s.do("S_MUL_FP", 4, power, power)
    s.do("S_MUL_FP", power, power, 4)
    s.do("S_RECI_FP", half, half)
    if number is not None:
        s.load_constant(4, number)
        s.do("S_MUL_FP", half, half, 4)
    s.do("V_MUL_VF", row, row, power, 0)
    s.do("V_MUL_VV", row, row, row, 0)
    s.do("V_MUL_VV", row, row, row, 0)
    s.do("V_MUL_VF", row, row, power, 0)
    s.do("V_MUL_VF", row, row, power, 0)
    s.do("V_MUL_VF", row, row, half, 0)


def _finished(
    s: Schedule, masks: int, diagonal: int, stored: Placement, ones: Placement | None = None
) -> Patterns:
    selectors = s.reserve(HEADS)
    for head in range(0, HEADS * ROW, ROW):
        s.do("V_MUL_VV", selectors + head, diagonal, masks + head, 0)
    made = Patterns(s, selectors, stored, ones)
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


def _four_ones(s: Schedule) -> int:
    """The address of four rows of ones."""
    rows = s.reserve(FETCH)
    s.do("S_EXP_FP", 1, 0)
    s.do("M_BMV_WO", rows, 0)
    for row in range(rows, rows + FETCH * ROW, ROW):
        s.do("V_ADD_VF", row, row, 1, 0)
    return rows


def _store_ones(s: Schedule, stored: Placement) -> None:
    rows = _four_ones(s)
    for first in range(0, HEAD, FETCH):
        s.store(rows, stored, (ROW + first) * PITCH, PITCH)
