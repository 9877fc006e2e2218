"""Softmax: maximum, exponentials, sum and reciprocal of each row, in place."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.assembly import Assembly
from kernelcraft.platforms.plena.kernels.baseline.templates.rows import RowBlocks, rowwise


def kernel(cell: Cell) -> str:
    """There is no official template for softmax alone; the schedule is that of the norms."""
    return rowwise(cell, ("neg_max",), _row)


def _row(asm: Assembly, row: RowBlocks, constants: list[str]) -> None:
    (lowest,), maximum, total = constants, "f2", "f3"
    asm.emit("S_ADD_FP", maximum, lowest, "f0")
    for block in row:
        asm.emit("V_RED_MAX", maximum, block, 0)
    asm.emit("S_ADD_FP", total, "f0", "f0")
    for block in row:
        asm.emit("V_SUB_VF", block, block, maximum, 0, 0)
        asm.emit("V_EXP_V", block, block, 0)
        asm.emit("V_RED_SUM", total, block)
    asm.emit("S_RECI_FP", total, total)
    for block in row:
        asm.emit("V_MUL_VF", block, block, total, 0)
