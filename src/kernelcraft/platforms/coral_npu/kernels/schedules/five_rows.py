"""A product whose first five rows are summed while weights come; the others find them kept.

A row of 32 weights in external memory keeps the load/store unit busy for 29 cycles, and little can
pass beside it. By the way of `product` three rows of x do: 42 cycles for a row of weights, 39 of
which that unit works (29, 7 for the copy in DTCM, 3 for words of x). The way of `few_rows` takes
25.2 cycles for five rows and 16 weights, copy included, of which the unit works 23.5; the sums of a
sixth row would leave the products too few registers (27.6 cycles). Three rows more then take 16.9
cycles for 32 weights by the way of `product`: 67.3 for eight rows instead of 42 + 16.9 + 14.4.

All weights have to fit in DTCM, and biases, which the others need again, are kept there, too. It
pays where three does not divide the rows: one or two rows left over are what costs most for a row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, SCALARS, Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import (
    activations,
    few_rows,
    layer,
    product,
    requantise,
    scales,
)
from kernelcraft.platforms.coral_npu.kernels.schedules.activations import padded
from kernelcraft.platforms.coral_npu.kernels.schedules.dtcm import Place
from kernelcraft.platforms.coral_npu.kernels.schedules.product import (
    DTCM,
    Operands,
    Product,
    Room,
)

ROWS: Final = few_rows.FIVE.rows
SAME_NUMBERS: Final = ("ra", "gp", "tp", "t1", "s0", "a0", "a2", "a6", "s8")
"""x registers with the numbers of the vector registers that the loop writes; they are for what it
does not write, see `product.SAME_NUMBERS`."""


SPARE: Final = 4 * LINE
"""Bytes that whole lines may add to what is reserved."""
REACH: Final = 2048
"""Bytes from an address that a load can add to it."""


def pays(whole: Product) -> bool:
    """Whether a product has the rows for it, and words of activations within reach."""
    if whole.rows < ROWS or whole.rows % product.ROWS == 0:
        return False
    return (ROWS - 1) * padded(whole.inner) + activations.STEP < REACH


def size(whole: Product) -> int:
    """Bytes of DTCM for weights, biases and scales."""
    found = scales.room(whole.columns) + SPARE
    if whole.rows > ROWS:
        found += few_rows.room(whole.inner, whole.columns) + product.SCALES
    return found


def serves(whole: Product) -> bool:
    """Whether the schedule is for such a product, and DTCM has room for it and its activations."""
    return pays(whole) and size(whole) + whole.rows * padded(whole.inner) <= DTCM


def write(asm: Assembly, cell: Cell, whole: Product, x: int, y: int, bias: int | None) -> None:
    """The product of activations in external memory, which are copied to DTCM."""
    asm.phase(f"{whole.rows} rows of activations to DTCM")
    requantise.begin(asm)
    rows = activations.keep_rows(asm, x, whole.rows, whole.inner)
    narrow = scales.by_strip(asm, cell, rows, y, bias, width=few_rows.COLUMNS)
    _writer(asm, cell, whole, narrow)(narrow)


def write_all(asm: Assembly, cell: Cell, batches: int, each: Product, x: int, y: int) -> None:
    """Products of the same size and scales, one after the other, all in external memory."""
    requantise.begin(asm)
    rows = activations.reserve_rows(asm, "x", each.rows, each.inner)
    narrow = scales.by_strip(asm, cell, rows, y, width=few_rows.COLUMNS)
    layer.write_all(asm, batches, each, narrow, x, _writer(asm, cell, each, narrow))


def _writer(
    asm: Assembly, cell: Cell, whole: Product, narrow: Operands
) -> Callable[[Operands], None]:
    """`multiply` for operands like those of the first rows; reserves what the others need."""
    kept = Kept.reserve(asm, [whole]) if whole.rows > ROWS else None
    others = scales.by_strip(asm, cell, narrow.x, narrow.y).scales if kept else None
    return lambda operands: multiply(asm, whole, operands, others, kept)


@dataclass(frozen=True)
class Kept:
    """Room in DTCM for weights and biases that the first rows keep for the others."""

    weights: few_rows.Kept
    room: Room

    @classmethod
    def reserve(cls, asm: Assembly, products: Sequence[Product]) -> Kept:
        """For one of some products after the other."""
        most = max(few_rows.room(each.inner, each.columns) for each in products)
        columns = max(each.columns for each in products)
        kept = few_rows.Kept.of_size(asm, most, columns)
        return cls(kept, Room("", asm.reserve("scales", product.SCALES)))


def multiply(
    asm: Assembly, whole: Product, narrow: Operands, others: str | None, kept: Kept | None
) -> None:
    """The product of activations in DTCM: `narrow` are the operands of the first rows, `others` the
    scales of the others by strips of 32 columns."""
    rest = whole.rows - ROWS
    asm.phase(f"the products of {ROWS} rows")
    asm.spare([each for each in SCALARS if each not in SAME_NUMBERS])
    first = replace(whole, rows=ROWS)
    if not rest or kept is None:
        few_rows.write(asm, first, narrow, few_rows.FIVE)
        return
    few_rows.write(asm, first, narrow, few_rows.FIVE, kept.weights)
    asm.phase("the products of the others")
    asm.spare(product.SAME_NUMBERS)
    with asm.registers(narrow.y in SCALARS) as own:
        for register in own:
            asm.emit("li", register, ROWS * whole.pitch)
            asm.emit("add", register, register, narrow.y)
        wide = replace(
            narrow,
            x=_onward(narrow.x, ROWS * padded(whole.inner)),
            y=own[0] if own else _onward(narrow.y, ROWS * whole.pitch),
            bias=None if narrow.bias is None else kept.weights.bias,
            scales=others,
            kept=kept.weights.weights,
        )
        product.write(asm, replace(whole, rows=rest), wide, kept.room)


def _onward(place: Place, way: int) -> Place:
    """So many bytes after an address or a symbol."""
    return place + way if isinstance(place, int) else f"{place}+{way}"
