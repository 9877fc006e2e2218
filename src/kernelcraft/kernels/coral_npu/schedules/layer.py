"""A product of matrices in int8: by the schedule for its number of rows."""

from __future__ import annotations

from dataclasses import replace

from kernelcraft.kernels.coral_npu.assembly import LINE, Assembly
from kernelcraft.kernels.coral_npu.schedules import few_rows, product
from kernelcraft.kernels.coral_npu.schedules.product import (
    DTCM,
    Operands,
    Product,
    Room,
    copy_rows,
    padded,
    reserve_rows,
)


def write(asm: Assembly, whole: Product, operands: Operands, room: Room) -> None:
    """The product of activations in DTCM."""
    if whole.rows <= few_rows.ROWS:
        few_rows.write(asm, whole, operands)
    else:
        product.write(asm, whole, operands, room)


def write_external(asm: Assembly, whole: Product, operands: Operands) -> None:
    """The product of activations that lie in external memory too.

    They are copied to DTCM, all rows of them if there is room. x and y are addresses.
    """
    room = Room.reserve(asm, whole.inner)
    fitting = (DTCM - asm.reserved - 2 * LINE) // padded(whole.inner)
    kept = reserve_rows(asm, "x", min(whole.rows, fitting), whole.inner)
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
