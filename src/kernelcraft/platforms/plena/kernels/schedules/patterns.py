"""The permutation that interleaves four rows, an identity, and rows that select rows of a tile.

The permutation P has a 1 at [4i + h][16h + i]: M_BTMV of its columns 16h.. and row h of four puts
element 16q + i at 4i + h of head q (see `left`).

Both tiles are made of elements that are one-hot in every block of 8 lanes, and of scales that are 0
in all blocks of a row but one: 0.0 times an element is 0. Their scales are elements of other rows
that the kernel stores, of a negative number so far below the 10^-9 which the quantiser adds to
magnitudes that its byte is 128, a scale of 2. The ones are so small that 10^-9 makes halves of
them, and two times a half is 1.

The scales that a store leaves are of no use. They go to half a row of elements of which that half
is of no use either, and which still waits to be written: so no store reads from DRAM. The scales of
a tile come last and still wait when the tile is fetched, which takes 95 cycles instead of 200.
"""

from __future__ import annotations

import math
from collections.abc import Container
from dataclasses import dataclass, replace

from kernelcraft.cells.protocol import Placement
from kernelcraft.platforms.plena.kernels.schedules.lanes import HALF, BlockNumbers, OneHots
from kernelcraft.platforms.plena.kernels.schedules.schedule import (
    FETCH,
    HEADS,
    ROW,
    TILE,
    Schedule,
)
from kernelcraft.platforms.plena.kernels.schedules.steps import SCALES

PERMUTATION, IDENTITY = 3 * TILE, 2 * TILE  # where they lie in matrix SRAM while they are needed
PICKED = 0, 5, 2, 7  # lanes of 8 whose one-hot rows make the selectors
SMALLEST = 2.0**-5  # number in an identity: half of it is a normal element


@dataclass(frozen=True)
class Patterns:
    """`selectors`: 4 rows, of which row j picks the tile rows 4j + h of 16 for head h (M_BMV).

    `permutation` lies in HBM, and so does `identity`, if there is one; then there are 4 rows of
    ones in vector SRAM, too. Tiles are fetched where they are not in matrix SRAM already.
    """

    s: Schedule
    selectors: int
    permutation: Stored
    identity: Stored | None = None
    four_ones: int = 0

    def fetch_permutation(self) -> None:
        """The permutation to tile 3."""
        self.permutation.ensure(PERMUTATION)

    def fetch_identity(self) -> None:
        """The identity to tile 2, or the permutation, which does without one."""
        if self.identity is None:
            self.fetch_permutation()
        else:
            self.identity.ensure(IDENTITY)

    def fetch_ones(self, tile: int) -> None:
        """Ones to a tile."""
        self.s.fetch_repeated(tile, self.four_ones)


def make(s: Schedule) -> Patterns:
    """Make the permutation, which is left in matrix SRAM."""
    parts = _Parts.make(s)
    permutation = parts.permutation(PICKED)
    return Patterns(s, parts.selectors(), permutation)


def make_for_attention(s: Schedule, number: float | None, factor: str | None = None) -> Patterns:
    """Make the permutation, ones, and an identity times a number, if there is one: a power of two
    from `SMALLEST` to 1. Permutation and identity are left in matrix SRAM. The selectors are times
    the constant of the cell that is called `factor`, if it has a name."""
    parts = _Parts.make(s)
    permutation = parts.permutation(PICKED if number is None else range(HALF))
    identity = None if number is None else parts.identity(number)
    return Patterns(s, parts.selectors(factor), permutation, identity, _four_ones(s))


@dataclass(frozen=True)
class Stored:
    """64 rows of elements in HBM, below them 8 rows whose bytes are the scales of these, and where
    the latter are in vector SRAM. `half`: the part of the last rows of elements without a use."""

    s: Schedule
    tensor: Placement
    scales: int
    half: int

    @classmethod
    def reserve(cls, s: Schedule, name: str, half: int) -> Stored:
        """Room for both."""
        return cls(s, s.reserve_tensor(name, ROW + HALF, ROW), s.reserve(HALF), half)

    def put(self, source: int, row: int, unused: int) -> None:
        """Store 4 rows. Their own scales go to unused bytes in HBM."""
        element = row * ROW
        self.s.store(source, with_scales(self.tensor, unused - element // SCALES), element, ROW)

    def unused(self, row: int, half: int) -> int:
        """Where one half of a row lies in HBM."""
        return self.tensor.address + row * ROW + half * ROW // 2

    def ensure(self, slot: int) -> None:
        """Fetch the tile again if it is not there, with rows aside that wait to be written."""
        if not self.s.holds(slot, self.tile, 0):
            aside = self.s.reserve_tensor("aside", FETCH, 2 * ROW)
            self.s.store(self.scales, with_scales(aside, aside.address), 0, 2 * ROW)
            self.fetch(slot, (aside.address, aside.address + 2 * 2 * ROW))

    def fetch(self, slot: int, unused: tuple[int, int]) -> None:
        """Fetch the tile right after its scales are stored, twice, so that they wait to be written.
        By turns they leave their own ones in unused bytes on two data buses."""
        for _ in range(2):
            for i, place in zip(range(0, HALF, FETCH), unused, strict=True):
                self.put(self.scales + i * ROW, ROW + i, place)
        self.s.ensure_tile(slot, self.tile, 0)

    @property
    def last_unused(self) -> tuple[int, int]:
        """In the rows of elements that were stored last, on two data buses."""
        return self.unused(ROW - 2 * FETCH, self.half), self.unused(ROW - FETCH, self.half)

    @property
    def tile(self) -> Placement:
        """The elements with their scales."""
        return with_scales(self.tensor, self.tensor.address + TILE)


def with_scales(tensor: Placement, start: int) -> Placement:
    """A tensor in HBM with the scales of its first element from an address on."""
    details = dict(tensor.details) | {"scale offset": start - tensor.address}
    return replace(tensor, details=tuple(details.items()))


@dataclass(frozen=True)
class _Parts:
    """What the tiles are made of. `one_hots`: 8 rows with a 1 in lane 0, 1, ... 7 of 8; `offsets`:
    how far the lanes are from those of the permutation's scales."""

    s: Schedule
    lanes: BlockNumbers
    one_hots: int
    offsets: int

    @classmethod
    def make(cls, s: Schedule) -> _Parts:
        """But for the one-hot rows, which `permutation` makes."""
        lanes, offsets = BlockNumbers.make(s), s.reserve(1)
        s.do("V_SUB_VF", offsets, lanes.numbers, 7, 0, 0)
        return cls(s, lanes, s.reserve(HALF), offsets)

    def permutation(self, kept: Container[int]) -> Stored:
        """Rows 4i .. 4i + 3 have lane i of 8. Row 4i + h has scales in blocks 2h and 2h + 1: those
        of four rows are what the first 32 bytes of 64 hold, and the others. Of the one-hot rows
        those of the lanes `kept` stay; the others take no address of their own. Two stores of a
        lane need the same SCALE: the second one's own scales go to what was stored before."""
        s, stored, rows = self.s, Stored.reserve(self.s, "permutation", 1), self.s.reserve(FETCH)
        numbers = OneHots(s, self.lanes.numbers)
        for lane in range(HALF):
            last = rows + (FETCH - 1) * ROW
            one_hot = self.one_hots + lane * ROW if lane in kept else last
            numbers.put(one_hot)
            self._four_times(rows, one_hot, self.lanes.small)
            early = lane < HALF - 2  # the last ones leave what waits as the fetch needs it
            for i in (lane + HALF, lane) if early else (lane, lane + HALF):
                before = i + HALF - 1 if early and 0 < i < HALF else i
                stored.put(rows, i * FETCH, stored.unused(before * FETCH, 1))
        s.do("V_ADD_VV", self.offsets, self.offsets, self.lanes.first, 0)
        s.do("S_ADD_FP", 2, 7, 7)
        s.do("V_SUB_VF", self.offsets, self.offsets, 2, 1, 0, v_mask=0b1010)
        numbers = OneHots(s, self.offsets)
        for i in range(0, HALF, FETCH):
            numbers.put(rows)
            self._four_times(stored.scales + i * ROW, rows, self.lanes.negative)
        stored.fetch(PERMUTATION, stored.last_unused)
        return stored

    def identity(self, number: float) -> Stored:
        """Row n has lane n of 8, and a scale in block n // 8: these are one-hot, too."""
        s, stored, rows = self.s, Stored.reserve(self.s, "identity", 0), self.s.reserve(HALF)
        small, halvings = self.lanes.small, round(-math.log2(number))
        if halvings:
            small = s.reserve(1)
            s.do("S_EXP_FP", 1, 0)
            for _ in range(halvings):
                s.do("S_ADD_FP", 1, 1, 1)
            s.do("S_RECI_FP", 1, 1)
            s.do("V_MUL_VF", small, self.lanes.small, 1, 0)
        for offset in range(0, HALF * ROW, ROW):
            one_hot = self.one_hots + offset
            s.do("V_MUL_VV", rows + offset, one_hot, small, 0)
            s.do("V_MUL_VV", stored.scales + offset, one_hot, self.lanes.negative, 0)
        for row in range(0, ROW, FETCH):
            source = rows + row % HALF * ROW
            stored.put(source, row, stored.unused(row, int(row < ROW // 2)))
        stored.fetch(IDENTITY, stored.last_unused)
        return stored

    def selectors(self, factor: str | None = None) -> int:
        """Lanes 0 and 5 of the first 8 of a head, 2 and 7 of the second, a head a row."""
        s, a, b = self.s, self.s.reserve(1), self.s.reserve(1)
        zero, five, two, seven = (self.one_hots + lane * ROW for lane in PICKED)
        s.do("V_ADD_VV", b, two, seven, 0)
        s.do("V_ADD_VV", a, zero, five, 0)
        s.do("V_SUB_VV", a, a, b, 0)
        s.do("S_RECI_FP", 7, 7)
        s.do("V_MUL_VF", a, a, 7, 0)
        s.do("V_MUL_VV", a, a, self.lanes.first, 0)
        s.do("V_ADD_VV", a, a, b, 0)
        if factor is not None:
            s.load_constant(7, factor)
            s.do("V_MUL_VF", a, a, 7, 0)
        selectors = s.reserve(HEADS)
        for head in range(HEADS):
            s.keep_heads(selectors + head * ROW, a, 1 << head)
        return selectors

    def _four_times(self, rows: int, a: int, b: int) -> None:
        """Four rows of a row, which may be the last of them, times another."""
        for row in range(rows, rows + FETCH * ROW, ROW):
            self.s.do("V_MUL_VV", row, a, b, 0)


def _four_ones(s: Schedule) -> int:
    """The address of four rows of ones."""
    rows = s.reserve(FETCH)
    s.do("S_EXP_FP", 1, 0)
    s.do("M_BMV_WO", rows, 0)
    for row in range(rows, rows + FETCH * ROW, ROW):
        s.do("V_ADD_VF", row, row, 1, 0)
    return rows
