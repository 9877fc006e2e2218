"""RMSNorm: squares and their sum, then one factor for each row, in place."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.assembly import Assembly
from kernelcraft.platforms.plena.kernels.baseline.templates.rows import RowBlocks, rowwise


def kernel(cell: Cell) -> str:
    """The official template: two passes over the blocks of every row."""
    return rowwise(cell, ("inverse_width", "eps"), _row)


def _row(asm: Assembly, row: RowBlocks, constants: list[str]) -> None:
    (inverse_width, eps), factor = constants, "f3"
    asm.emit("S_ADD_FP", factor, "f0", "f0")
    for block in row:
        asm.emit("V_MUL_VV", row.scratch, block, block, 0)
        asm.emit("V_RED_SUM", factor, row.scratch)
    asm.emit("S_MUL_FP", factor, factor, inverse_width)
    asm.emit("S_ADD_FP", factor, factor, eps)
    asm.emit("S_SQRT_FP", factor, factor)
    asm.emit("S_RECI_FP", factor, factor)
    for block in row:
        asm.emit("V_MUL_VF", block, block, factor, 0)
