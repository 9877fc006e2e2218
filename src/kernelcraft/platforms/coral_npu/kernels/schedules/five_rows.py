"""A linear layer whose first five rows are summed while weights come; the others find them kept.

A row of 32 weights in external memory keeps the load/store unit busy for 29 cycles, and little can
pass beside it. By the way of `product` three rows of x do: 42 cycles for a row of weights, 39 of
which that unit works (29, 7 for the copy in DTCM, 3 for words of x). The way of `few_rows` takes
25.2 cycles for five rows and 16 weights, copy included, of which the unit works 23.5; the sums of a
sixth row would leave the products too few registers (27.6 cycles). Three rows more then take 17.4
cycles for 32 weights by the way of `product`: 67.8 for eight rows instead of 42 + 17.4 + 14.4.

All weights have to fit in DTCM, and biases, which the others need again, are kept there, too. It
pays where three does not divide the rows: one or two rows left over are what costs most for a row.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, SCALARS, Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import (
    activations,
    few_rows,
    product,
    requantise,
    scales,
)
from kernelcraft.platforms.coral_npu.kernels.schedules.activations import padded
from kernelcraft.platforms.coral_npu.kernels.schedules.product import DTCM, Product, Room

ROWS: Final = few_rows.FIVE.rows
SAME_NUMBERS: Final = ("ra", "gp", "tp", "t1", "s0", "a0", "a2", "a6", "s8")
"""x registers with the numbers of the vector registers that the loop writes; they are for what it
does not write, see `product.SAME_NUMBERS`."""


SPARE: Final = 4 * LINE
"""Bytes that whole lines may add to what is reserved."""
REACH: Final = 2048
"""Bytes from an address that a load can add to it."""


def serves(whole: Product) -> bool:
    """Whether the schedule is for such a product, and DTCM has room for it."""
    rest = whole.rows - ROWS
    if rest < 0 or whole.rows % product.ROWS == 0:
        return False
    if (ROWS - 1) * padded(whole.inner) + activations.STEP >= REACH:
        return False
    size = whole.rows * padded(whole.inner) + scales.room(whole.columns)
    if rest:
        size += few_rows.room(whole.inner, whole.columns) + product.SCALES
    return size + SPARE <= DTCM


def write(asm: Assembly, cell: Cell, whole: Product, x: int, y: int, bias: int) -> None:
    """The product of activations in external memory, which are copied to DTCM."""
    rest = whole.rows - ROWS
    asm.phase(f"{whole.rows} rows of activations to DTCM")
    requantise.begin(asm)
    rows = activations.keep_rows(asm, x, whole.rows, whole.inner)
    first = replace(whole, rows=ROWS)
    asm.spare([each for each in SCALARS if each not in SAME_NUMBERS])
    asm.phase(f"the products of {ROWS} rows")
    narrow = scales.by_strip(asm, cell, rows, y, bias, width=few_rows.COLUMNS)
    if not rest:
        few_rows.write(asm, first, narrow, few_rows.FIVE)
        return
    kept = few_rows.Kept.reserve(asm, whole.inner, whole.columns)
    few_rows.write(asm, first, narrow, few_rows.FIVE, kept)
    asm.phase("the products of the others")
    asm.spare(product.SAME_NUMBERS)
    onward, below = f"{rows}+{ROWS * padded(whole.inner)}", y + ROWS * whole.pitch
    others = replace(scales.by_strip(asm, cell, onward, below, kept.bias), kept=kept.weights)
    room = Room("", asm.reserve("scales", product.SCALES))
    product.write(asm, replace(whole, rows=rest), others, room)
