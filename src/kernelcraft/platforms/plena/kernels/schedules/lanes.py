"""Rows that pick lanes, made from nothing but arithmetic; there is no instruction that moves lanes.

In such a row every head (16 lanes), or every block of 8 lanes, is alike; masks keep some heads.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.platforms.plena.kernels.schedules.schedule import FETCH, HEAD, HEADS, ROW, Schedule

HALF = HEAD // 2  # lanes of a head that share a scale


@dataclass(frozen=True)
class BlockNumbers:
    """Rows that tell the lanes of every block of 8 apart, and what one-hot rows are multiplied by.

    `numbers`: 0, 16, ... 112 in every block. `first`: 32 in the first block of every head, 0 in the
    second. `small`: 2^-31, `negative`: -2^-46, in all lanes. f3 to f5 and f7 are 4, 16, 128 and 32.
    """

    numbers: int
    first: int
    small: int
    negative: int

    @classmethod
    def make(cls, s: Schedule) -> BlockNumbers:
        """Takes about 65 cycles.

        HBM keeps the scales of 8 rows in 64 bytes, one a block of 8 lanes: fetched as elements,
        block b of row r is lane 8r + b. Rows with the scales 2^(b - 15) leave bytes that are
        elements of 128, 144, ... 240.
        """
        _load_steps(s)
        powers, factors, erased = s.reserve(FETCH), s.reserve(2), s.reserve(2 + FETCH)
        small, negative, first = factors, factors + ROW, erased + ROW
        s.do("M_BMV_WO", powers, 0)
        s.do("V_ADD_VF", first, powers + ROW, 7, 0)
        s.do("V_ADD_VF", powers, powers, 6, 0)
        s.do("V_MUL_VF", small, powers, 2, 0)
        s.do("S_SUB_FP", 2, 0, 6)
        s.do("V_MUL_VF", negative, small, 2, 0)
        s.do("V_MUL_VF", powers, powers, 4, 1, v_mask=0b1100)
        s.do("V_MUL_VF", powers, powers, 3, 1, v_mask=0b1010)
        s.do("V_ADD_VF", erased, powers, 0, 0)
        _erase_second_blocks(s, erased)
        s.do("V_ADD_VV", powers, powers, powers, 0)
        scales, numbers = s.reserve(FETCH), s.reserve(FETCH)
        for row in range(scales, scales + FETCH * ROW, ROW):
            s.do("V_SUB_VV", row, powers, erased, 0)
        s.fetch_scales(numbers, scales)
        s.do("V_RECI_V", scales, scales, 0)
        s.do("V_MUL_VV", numbers, numbers, scales, 0)  # the bytes were their own scales, too
        s.do("V_SUB_VF", numbers, numbers, 5, 0, 0)
        return cls(numbers, first, small, negative)


def _load_steps(s: Schedule) -> None:
    """f2 = 2^-16, f3 = 4, f4 = 16, f5 = 128, f6 = 2^-15, f7 = 32."""
    s.do("S_EXP_FP", 3, 0)
    s.do("S_ADD_FP", 3, 3, 3)
    s.do("S_ADD_FP", 3, 3, 3)
    s.do("S_MUL_FP", 4, 3, 3)
    s.do("S_ADD_FP", 7, 4, 4)
    s.do("S_MUL_FP", 5, 7, 3)
    s.do("S_MUL_FP", 6, 4, 4)
    s.do("S_RECI_FP", 6, 6)
    s.do("S_MUL_FP", 2, 6, 6)
    s.do("S_ADD_FP", 6, 2, 2)


class OneHots:
    """Makes rows with a 1 where the numbers of a row are 0, then 16, then 32, and 0 elsewhere.

    The numbers are multiples of 16. Such a row is e^-d^2 for the distance d of a number from the
    right one: e^-256 is 0. A row takes 4 cycles. f4 is 16.
    """

    def __init__(self, s: Schedule, numbers: int) -> None:
        self.schedule, self._above = s, numbers
        self._below, self._square, self._begun = s.reserve(1), s.reserve(1), False
        s.do("V_SUB_VF", self._below, numbers, 0, 0, 1)

    def put(self, target: int) -> None:
        """Put the next one into a row; changes the numbers."""
        s, above, below = self.schedule, self._above, self._below
        if self._begun:
            s.do("V_SUB_VF", above, above, 4, 0, 0)
            s.do("V_ADD_VF", below, below, 4, 0)
        self._begun = True
        s.do("V_MUL_VV", self._square, above, below, 0)
        s.do("V_EXP_V", target, self._square, 0)


def lane_numbers(s: Schedule) -> int:
    """A row with the numbers 0, 16, ... 128, 160, 192, ... 352 in the lanes of every head; 128 is
    in f3, 16 in f4 and 32 in f5.

    HBM keeps the scales of 8 rows in 64 bytes, one a block of 8 lanes: fetched as elements, block b
    of row r is lane 8r + b. Even rows get the scales 2^(b - 23), odd ones 2^(b - 15), whose bytes
    are elements of 64, 72, ... 120 and of 128, 144, ... 240.
    """
    scales, numbers = s.reserve(FETCH), s.reserve(FETCH)
    _load_powers(s)
    _powers_by_block(s, scales)
    s.do("V_MUL_VF", scales + ROW, scales, 5, 0)
    for row in (2, 3):
        s.do("V_ADD_VF", scales + row * ROW, scales + row % 2 * ROW, 0, 0)
    s.fetch_scales(numbers, scales)
    s.do("V_RECI_V", scales, scales, 0)
    s.do("V_MUL_VV", numbers, numbers, scales, 0)  # the bytes were their own scales, too
    s.do("S_MUL_FP", 3, 3, 4)
    s.do("V_SUB_VF", numbers, numbers, 3, 0, 0)
    s.do("V_ADD_VV", numbers, numbers, numbers, 0)
    s.do("S_ADD_FP", 3, 3, 3)
    s.do("S_ADD_FP", 5, 4, 4)
    return numbers


def _load_powers(s: Schedule) -> None:
    """f3 = 4, f4 = 16, f5 = 256, f6 = 2^-8, f7 = 2^-7."""
    s.do("S_EXP_FP", 3, 0)
    s.do("S_ADD_FP", 3, 3, 3)
    for register in (3, 4, 5):
        s.do("S_MUL_FP", register, max(3, register - 1), max(3, register - 1))
    s.do("S_RECI_FP", 6, 5)
    s.do("S_ADD_FP", 7, 6, 6)


def _powers_by_block(s: Schedule, target: int) -> None:
    """Row target = 2^(b - 23) in block b of 8 lanes: masks tell the heads apart, and write-outs of
    the empty M_MM accumulator, which erase 4 lanes of 4 rows, the halves of a head."""
    erased = s.reserve(FETCH)
    s.do("M_BMV_WO", target, 0)
    s.do("V_ADD_VF", target, target, 6, 0)
    s.do("V_MUL_VF", target, target, 6, 0)
    s.do("V_MUL_VF", target, target, 7, 0)
    s.do("V_MUL_VF", target, target, 3, 1, v_mask=0b1010)
    s.do("V_MUL_VF", target, target, 4, 1, v_mask=0b1100)
    s.do("V_ADD_VF", erased, target, 0, 0)
    _erase_second_blocks(s, erased)
    s.do("V_ADD_VV", target, target, target, 0)
    s.do("V_SUB_VV", target, target, erased, 0)


def _erase_second_blocks(s: Schedule, rows: int) -> None:
    """0 in the second half of every head of 4 rows."""
    for head in range(HEADS):
        for lane in (HALF, HALF + FETCH):
            s.do("M_MM_WO", rows + head * HEAD + lane, 0, 0)
