"""Bounds of the tasks that work on rows: element functions, softmax and norms.

Uops are counted for 16 elements: a register of int8, two of int16, four of int32.
"""

from __future__ import annotations

from typing import Final

from kernelcraft.kernels.coral_npu.bounds.work import GROUP, Demands, Dims, Step, Work

MAXIMUM: Final = (Step(1, 0, "the maximum"),)

LOOK_UP: Final = (Step(3, 0, "a lookup: two gathers, and another index for one"),)
"""*Assumed*: a gather reads 128 entries at most. In groups of 8 registers two take 4 cycles of the
permute unit; an indexed load takes 12 and more of the load/store unit."""

REQUANTISE: Final = (
    Step(4, 4, "vsmul"),
    Step(4, 0, "vnclip with the shift"),
    Step(2 + 2, 0, "the zero point in 16 bits, and vnclip to 8"),
)
"""*Assumed*: nothing shorter rounds twice, and saturates after the zero point."""

SOFTMAX: Final = (
    Step(1, 0, "the difference to the maximum"),
    Step(3 + 1, 0, "the exponential's two bytes, and a result, from tables in registers"),
)
"""*Assumed*: a table of results for each row. The making of it is not counted, nor are the maximum
and the sum: a quotient for every element would take 12 cycles for four, or 3 uops."""

NORM: Final = (
    Step(2, 2, "squares"),
    Step(2 + 4, 0, "the numerator in 16 and in 32 bits"),
    Step(4, 4, "vsmul with 1 / R"),
    Step(4, 4, "gamma, and beta beside it"),
    *REQUANTISE,
)
"""*Assumed*: a quotient is one rounded product. Sums are reductions, and roots cost nothing."""


def elementwise(steps: tuple[Step, ...]) -> Demands:
    """`steps` for every 16 elements of the output, a byte each."""

    def demands(work: Work, sizes: Dims) -> None:
        for_each(work, steps, work.written)

    return demands


def for_each(work: Work, steps: tuple[Step, ...], elements: int) -> None:
    """`steps` for every 16 of so many elements."""
    share = elements / GROUP
    for step in steps:
        work.add(share * step.uops, step.reason, multiplied=share * step.multiplied)
