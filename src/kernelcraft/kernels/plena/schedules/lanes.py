"""Rows that pick lanes, made from nothing but arithmetic; there is no instruction that moves lanes.

In such a row every head (16 lanes) is alike; masks keep some of the heads.
"""

from __future__ import annotations

from kernelcraft.kernels.plena.schedules.schedule import HEAD, HEADS, ROW, Schedule

NUMBERS = 64  # FP SRAM address behind the constants, where the lanes' numbers are put together
APART = 16  # between neighbours' numbers: e^(-16²) is 0 in bf16, and 15 * 16 is exact
ONE, NUMBER = 1, 2  # f registers that are used up; f1 is APART afterwards


class OneHots:
    """Makes the rows with a 1 in lane 0, 1, ... 15 of every head and 0 elsewhere, in this order.

    Lane i gets the number 16i; then row i is e^-(lane's number - 16i)^2. Getting ready takes about
    210 cycles, a row 5.
    """

    def __init__(self, s: Schedule) -> None:
        self.schedule = s
        self._numbers, self._scratch = s.reserve(1), s.reserve(2)
        s.do("S_EXP_FP", ONE, 0)
        for _ in range(APART.bit_length() - 1):
            s.do("S_ADD_FP", ONE, ONE, ONE)
        s.do("S_SUB_FP", NUMBER, 0, 0)
        for lane in range(HEAD):
            for head in range(HEADS):
                s.do("S_ST_FP", NUMBER, 0, NUMBERS + head * HEAD + lane)
            s.do("S_ADD_FP", NUMBER, NUMBER, ONE)
        s.do("S_MAP_V_FP", self._numbers, 0, NUMBERS)
        s.do("S_SUB_FP", NUMBER, 0, 0)

    def put(self, target: int) -> None:
        """Put the next one into a row."""
        s, other = self.schedule, self._scratch + ROW
        s.do("V_SUB_VF", self._scratch, self._numbers, NUMBER, 0, 0)
        s.do("V_SUB_VF", other, self._numbers, NUMBER, 0, 1)
        s.do("V_MUL_VV", self._scratch, self._scratch, other, 0)
        s.do("V_EXP_V", target, self._scratch, 0)
        s.do("S_ADD_FP", NUMBER, NUMBER, ONE)


def sum_rows(s: Schedule, target: int, rows: list[int]) -> None:
    """Row target = the sum of two rows or more."""
    first, second, *others = rows
    s.do("V_ADD_VV", target, first, second, 0)
    for row in others:
        s.do("V_ADD_VV", target, target, row, 0)
