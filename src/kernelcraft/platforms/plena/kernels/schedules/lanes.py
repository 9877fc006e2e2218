"""Rows that pick lanes, made from nothing but arithmetic; there is no instruction that moves lanes.

In such a row every head (16 lanes) is alike; masks keep some of the heads.
"""

from __future__ import annotations

from kernelcraft.platforms.plena.kernels.schedules.schedule import FETCH, HEAD, HEADS, ROW, Schedule

HALF = HEAD // 2  # lanes of a head that share a scale
STEPS = 4, 5  # f registers with the distances between neighbours in either half, 16 and 32


class OneHots:
    """Makes rows with a 1 in one lane of every head and 0 elsewhere: each half of the lanes in
    ascending order.

    Such a row is e^-d^2, where d is the distance of a lane's number from the right one: a multiple
    of 16, so that all others are 0. Getting ready takes about 90 cycles, a row 4. f1 and f2 stay.
    """

    def __init__(self, s: Schedule) -> None:
        self.schedule = s
        numbers, self._square = lane_numbers(s), s.reserve(1)
        self._above = [numbers, s.reserve(1)]
        self._below = [s.reserve(1), s.reserve(1)]
        self._begun = [False, False]
        s.do("V_SUB_VF", self._above[1], numbers, 3, 0, 0)
        for half in range(2):
            s.do("V_SUB_VF", self._below[half], self._above[half], 0, 0, 1)

    def put(self, target: int, half: int) -> None:
        """Put the next one of the lower (0) or upper (1) half into a row."""
        s, above, below = self.schedule, self._above[half], self._below[half]
        if self._begun[half]:
            s.do("V_SUB_VF", above, above, STEPS[half], 0, 0)
            s.do("V_ADD_VF", below, below, STEPS[half], 0)
        self._begun[half] = True
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
    s.store_rows(scales, 0)
    s.store_rows(scales, FETCH * ROW)
    s.fetch_stored_scales(numbers)
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
    for head in range(HEADS):
        for lane in (HEAD // 2, HEAD // 2 + FETCH):
            s.do("M_MM_WO", erased + head * HEAD + lane, 0, 0)
    s.do("V_ADD_VV", target, target, target, 0)
    s.do("V_SUB_VV", target, target, erased, 0)


def head_masks(s: Schedule) -> int:
    """The address of 4 rows, row h with ones in head h and zeros elsewhere."""
    masks, one = s.reserve(HEADS), 1
    s.do("S_EXP_FP", one, 0)
    s.do("M_BMV_WO", masks, 0)
    for head in range(HEADS):
        row = masks + head * ROW
        s.do("V_ADD_VF", row, row, one, 1, v_mask=1 << head)
    return masks
