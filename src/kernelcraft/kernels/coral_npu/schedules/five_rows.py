"""A linear layer whose first five rows are summed while weights come; the others find them kept.

Reading a row of 32 weights from external memory keeps the load/store unit busy for 29 cycles, and
little can pass beside; `product` lets three rows of x pass there, and takes 42 cycles with the words
of x and the copy of the weights. The way of `few_rows` takes @FIRST@ for five rows and 16 weights,
copy and all, and reads, stores and widens nothing twice; the next three rows then take 17.4 for 32 weights
by the way of `product`. For eight rows that is @SUM@ cycles instead of 73.8 (3 + 3 + 2).

All weights have to fit in DTCM. It pays where three does not divide the rows, for the tile of one
or two rows that would be left over is what costs most for a row.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.assembly import SCALARS, Assembly
from kernelcraft.kernels.coral_npu.schedules import few_rows, product, requantise, scales
from kernelcraft.kernels.coral_npu.schedules.product import DTCM, Product, Room, padded

ROWS: Final = few_rows.FIVE.rows
SAME_NUMBERS: Final = ("ra", "gp", "tp", "t1", "s0", "a0", "a2", "a6", "s8")
"""x registers with the numbers of the vector registers that the loop writes; they are for what it
does not write, see `product.SAME_NUMBERS`."""


REACH: Final = 2048
"""Bytes from an address that a load can add to it."""


def serves(whole: Product) -> bool:
    """Whether the schedule is for such a product, and DTCM has room for it."""
    rest = whole.rows - ROWS
    if rest < 0 or whole.rows % product.ROWS == 0:
        return False
    if (ROWS - 1) * padded(whole.inner) + product.STEP >= REACH:
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
    rows = product.keep_rows(asm, x, whole.rows, whole.inner)
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


SPARE = 4 * product.LINE
"""Bytes, for the starts of lines."""
