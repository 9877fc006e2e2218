"""Softmax confidence: with the base set, and with sums of exponentials of four rows."""

from __future__ import annotations

from collections.abc import Sequence

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.assembly import Assembly
from kernelcraft.platforms.plena.kernels.sampler import chosen, parts
from kernelcraft.platforms.plena.kernels.sampler.parts import LOWEST, MAXIMUM, SUM


def kernel(cell: Cell) -> str:
    """The fastest that the machine has the instructions for."""
    return chosen(cell, {"V_EXP_SUM4": with_sums, "": base})


def base(cell: Cell) -> str:
    """Scalars in FP SRAM become the rows of the output at the end."""
    asm = parts.begun(cell)
    parts.constant(asm, cell, LOWEST, "neg_max")
    with parts.counting(asm, parts.FREE_FP) as scalar:

        def position(asm: Assembly, rows: Sequence[str], place: int) -> None:
            parts.largest_of(asm, rows)
            parts.confidence_of(asm, rows)
            asm.emit("S_ST_FP", SUM, scalar, place)
            parts.next_group(asm, scalar, place)

        parts.each_position(asm, cell, position, apart=True)
    parts.rows_of_scalars(asm, cell, cell.memory_map.output.address, parts.FREE_FP)
    return str(asm)


def with_sums(cell: Cell) -> str:
    """One instruction for the maximum and one for the sum of a position."""
    asm = parts.begun(cell)
    with asm.registers(3) as (step, target, place_of):
        asm.load(step, parts.WIDTH)
        asm.load(target, cell.memory_map.output.address)

        def position(asm: Assembly, rows: Sequence[str], place: int) -> None:
            asm.emit("V_RED_MAX_IDX4", place_of, MAXIMUM, rows[0], step)
            sure(asm, rows[0], step, target)

        parts.each_position(asm, cell, position, apart=False)
    return str(asm)


def sure(asm: Assembly, row: str, step: str, target: str) -> None:
    """One element of vector SRAM = the confidence of a position whose maximum is known."""
    asm.emit("V_EXP_SUM4", SUM, row, step, MAXIMUM)
    asm.emit("S_RECI_FP", SUM, SUM)
    asm.emit("V_PUT_FP", target, SUM)
    asm.add(target, 1)
