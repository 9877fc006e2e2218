"""Bounds of the tasks that work on rows: element functions, softmax and norms.

Uops are counted for 16 elements: a register of int8, two of int16, four of int32.
"""

from __future__ import annotations

from typing import Final

from kernelcraft.platforms.coral_npu.kernels.bounds.work import (
    GROUP,
    LINE,
    VECTORS,
    Demand,
    Demands,
    Dims,
    Step,
    Work,
)

MAXIMUM: Final = (Step(1, 0, "the maximum"),)

LOOK_UP: Final = (Step(3, 0, "a lookup: two gathers, and another index for one"),)
"""*Assumed*: a gather reads 128 entries at most, of a table in registers."""
TABLE: Final = 16
"""Registers of a table of bytes, which are loaded once; or each result is, by an indexed load."""

REQUANTISE: Final = (
    Step(4, 4, "vsmul"),
    Step(4, 0, "vnclip with the shift"),
    Step(2 + 2, 0, "the zero point in 16 bits, and vnclip to 8"),
)
"""*Assumed*: nothing shorter rounds twice, and saturates after the zero point."""

SOFTMAX: Final = (
    Step(0, 0, "the maximum, by reductions", placeless=1),
    Step(1, 0, "the difference to it"),
    Step(2 + 4, 0, "two indices, and gathers from two tables of 16 bits"),
    Step(2, 2, "their products, the exponentials"),
    Step(0, 0, "their sum, by reductions", placeless=2),
    Step(4, 4, "a product in 32 bits as the quotient"),
    Step(2 + 1, 0, "this in 16 and in 8 bits"),
)
"""*Assumed*: 256 exponentials of 16 bits are 32 registers, so one gather does not do, and an
indexed load for each register of them takes 5 cycles of the load/store unit or more; a quotient is
right for every sum with no fewer than 32 bits (or two products of 16 bits and a comparison: as
long)."""

NORM: Final = (
    Step(2, 2, "squares"),
    Step(0, 0, "their sum, by reductions", placeless=1),
    Step(2 + 4, 0, "the numerator in 16 and in 32 bits"),
    Step(4, 4, "vsmul with 1 / R"),
    Step(4, 4, "gamma, and beta beside it"),
    *REQUANTISE,
)
"""*Assumed*: a quotient is one rounded product. Roots cost nothing."""
CENTRED: Final = Step(0, 0, "the sum, by reductions", placeless=1)
BETA: Final = 4
"""Registers of beta for 16 elements."""
IN_USE: Final = 9
"""Registers that a norm needs beside rows: beta and gamma for 16 elements, and their sums."""


def elementwise(steps: tuple[Step, ...]) -> Demands:
    """`steps` for every 16 elements of the output, a byte each."""

    def demands(work: Work, sizes: Dims) -> None:
        for_each(work, steps, work.written)

    return demands


def looked_up(work: Work, sizes: Dims) -> None:
    """A table's entry for every element."""
    look_up(work, work.written)


def look_up(work: Work, elements: int) -> None:
    """Entries of a table for `elements` elements, and the table."""
    for_each(work, LOOK_UP, elements)
    work.demand += Demand(own_read=min(float(TABLE), elements / GROUP))


def layer_norm(work: Work, sizes: Dims) -> None:
    """A norm with beta, in 32 bits: as many registers as 16 elements of four rows.

    A row's root has to be known before it meets beta, so either beta is read again for every few
    rows that stay in registers meanwhile, or rows are kept in the own memory: *assumed*.
    """
    for_each(work, (*NORM, CENTRED), work.written)
    registers = sizes["width"] / LINE
    again = sizes["rows"] / max((VECTORS - IN_USE) / registers, 1.0) - 1
    kept = sizes["rows"] * registers
    read_again = Demand(own_read=BETA * registers * max(again, 0.0))
    work.cheapest([read_again, Demand(own_read=kept, own_written=kept)])


def for_each(work: Work, steps: tuple[Step, ...], elements: int) -> None:
    """`steps` for every 16 of `elements` elements."""
    share = elements / GROUP
    for step in steps:
        work.add(
            share * step.uops,
            step.reason,
            multiplied=share * step.multiplied,
            placeless=share * step.placeless,
        )
