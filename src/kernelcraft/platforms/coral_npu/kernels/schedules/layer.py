"""A product of matrices in int8: by the schedule for its number of rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import few_rows, product, requantise
from kernelcraft.platforms.coral_npu.kernels.schedules.activations import (
    copy_rows,
    padded,
    reserve_rows,
)
from kernelcraft.platforms.coral_npu.kernels.schedules.product import DTCM, Operands, Product, Room


def begin(asm: Assembly, rows: int) -> None:
    """How a kernel of one such product begins, before it takes any x register."""
    requantise.begin(asm)
    if rows > few_rows.ROWS:
        asm.spare(product.SAME_NUMBERS)


def write(asm: Assembly, whole: Product, operands: Operands, room: Room) -> None:
    """The product of activations in DTCM."""
    if whole.rows <= few_rows.ROWS:
        few_rows.write(asm, whole, operands)
    else:
        product.write(asm, whole, operands, room)


def write_all(
    asm: Assembly,
    batches: int,
    each: Product,
    first: Operands,
    x: int,
    write_one: Callable[[Operands], None],
) -> None:
    """Products of the same size and scales, one after the other, each by `write_one`: `first` and,
    in external memory, those after it. Activations come from x on."""
    with asm.registers(3) as (source, weights, output):
        asm.set(source, x)
        asm.set(weights, first.w)
        asm.set(output, first.y)
        with asm.loop(batches, "batch"):
            asm.phase("X to DTCM")
            with asm.registers(1) as (target,):
                asm.set(target, first.x)
                copy_rows(asm, source, target, each.rows, each.inner)
            asm.phase("products")
            write_one(replace(first, w=weights, y=output))
            with asm.registers(1) as (scratch,):
                asm.add(weights, each.inner * each.columns, scratch)
                asm.add(output, each.rows * each.pitch, scratch)


def write_external(asm: Assembly, whole: Product, operands: Operands) -> None:
    """The product of activations that lie in external memory too.

    They are copied to DTCM, all rows of them if there is room. x and y are addresses.
    """
    free = DTCM - asm.reserved - Room.size(whole.inner) - 2 * LINE
    fitting = free // padded(whole.inner)
    kept = reserve_rows(asm, "x", min(whole.rows, fitting), whole.inner)
    room = Room.reserve(asm, whole.inner)
    for first in range(0, whole.rows, fitting):
        rows = min(fitting, whole.rows - first)
        asm.phase(f"{rows} rows of activations to DTCM")
        with asm.registers(2) as (source, target):
            asm.set(source, int(operands.x) + first * whole.inner)
            asm.set(target, kept)
            copy_rows(asm, source, target, rows, whole.inner)
        asm.phase("their products")
        y = int(operands.y) + first * whole.pitch
        part = replace(whole, rows=rows)
        write(asm, part, replace(operands, x=kept, y=y), room)
