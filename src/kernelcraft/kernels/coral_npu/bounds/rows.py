"""Bounds of the tasks that work on rows: element functions, softmax and norms.

Uops are counted for 16 elements: a register of int8, two of int16, four of int32.
"""

from __future__ import annotations

import math
from typing import Final

from kernelcraft.kernels.coral_npu.bounds.work import GROUP, Demands, Dims, Step, Work

MAXIMUM: Final = (Step(1, 0, "the maximum"),)

LOOK_UP: Final = (Step(3, 0, "a lookup: two gathers, another index for one"),)
"""*Assumed*: a gather reads 128 entries at most. An indexed load from the kernel's own memory takes
12 cycles and more of the load/store unit, two gathers of 8 registers 4 of the permute unit."""

REQUANTISE: Final = (
    Step(4, 4, "vsmul"),
    Step(4, 0, "vnclip with the shift"),
    Step(2 + 2, 0, "the zero point in 16 bits, vnclip to 8"),
)
"""*Assumed*: the shortest sequence that rounds twice and saturates after the zero point."""

SOFTMAX: Final = (
    Step(1, 0, "the difference to the maximum"),
    Step(3 + 1, 0, "the exponential's two bytes, and a result, from tables in registers"),
)
"""*Assumed*, and few: a table of results for a row is cheaper than a quotient for every element.
The division has up to 25 bits for 4 elements, 12 cycles; a product with the reciprocal has none."""

_NORM: Final = (
    Step(2, 2, "squares"),
    Step(2 + 4, 0, "the numerator in 16 and in 32 bits"),
    Step(4, 4, "vsmul with 1 / R"),
    Step(4, 4, "gamma, and beta beside it"),
    *REQUANTISE,
)
"""*Assumed*: a quotient is one product, its sums are reductions, and roots cost nothing."""
LAYER_NORM: Final = _NORM
RMS_NORM: Final = _NORM


def elementwise(steps: tuple[Step, ...]) -> Demands:
    """`steps` for every 16 elements of the output."""

    def demands(work: Work, sizes: Dims) -> None:
        elements = work.lines_written * GROUP
        for_each(work, steps, elements)

    return demands


def for_each(work: Work, steps: tuple[Step, ...], elements: int) -> None:
    """`steps` for every 16 of so many elements."""
    share = elements / GROUP
    for step in steps:
        work.add(share * step.uops, step.reason, multiplied=share * step.multiplied)


def requantised(work: Work, elements: int) -> None:
    """Sums as int8."""
    for_each(work, REQUANTISE, math.ceil(elements))
