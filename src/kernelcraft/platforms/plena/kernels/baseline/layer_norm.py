"""LayerNorm: the mean of each row is taken off, then what is left is squared; all in place."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.assembly import Assembly
from kernelcraft.platforms.plena.kernels.baseline.templates.rows import RowBlocks, rowwise


def kernel(cell: Cell) -> str:
    """Three passes over the blocks of every row: sum, sum of squares about the mean, quotients."""
    return rowwise(cell, ("inverse_width", "eps"), _two_passes)


def origins(cell: Cell) -> dict[str, str]:
    """The baseline and the official template, which takes the variance from both sums.

    The mean of x² less the square of the mean loses the variance where the mean is 16: in half
    precision they differ by 1 of 257.
    """
    vendor = rowwise(cell, ("inverse_width", "eps"), _one_pass)
    return {"two-pass": kernel(cell), "vendor": vendor}


def _two_passes(asm: Assembly, row: RowBlocks, constants: list[str]) -> None:
    inverse_width, eps = constants
    mean, factor = "f3", "f4"
    asm.emit("S_ADD_FP", mean, "f0", "f0")
    asm.emit("S_ADD_FP", factor, "f0", "f0")
    for block in row:
        asm.emit("V_RED_SUM", mean, block)
    asm.emit("S_MUL_FP", mean, mean, inverse_width)
    for block in row:
        asm.emit("V_SUB_VF", block, block, mean, 0, 0)
        asm.emit("V_MUL_VV", row.scratch, block, block, 0)
        asm.emit("V_RED_SUM", factor, row.scratch)
    asm.emit("S_MUL_FP", factor, factor, inverse_width)
    _reciprocal_root(asm, factor, eps)
    for block in row:
        asm.emit("V_MUL_VF", block, block, factor, 0)


def _one_pass(asm: Assembly, row: RowBlocks, constants: list[str]) -> None:
    inverse_width, eps = constants
    mean, factor, square = "f3", "f4", "f5"
    asm.emit("S_ADD_FP", mean, "f0", "f0")
    asm.emit("S_ADD_FP", factor, "f0", "f0")
    for block in row:
        asm.emit("V_RED_SUM", mean, block)
        asm.emit("V_MUL_VV", row.scratch, block, block, 0)
        asm.emit("V_RED_SUM", factor, row.scratch)
    asm.emit("S_MUL_FP", mean, mean, inverse_width)
    asm.emit("S_MUL_FP", factor, factor, inverse_width)
    asm.emit("S_MUL_FP", square, mean, mean)
    asm.emit("S_SUB_FP", factor, factor, square)
    _reciprocal_root(asm, factor, eps)
    for block in row:
        asm.emit("V_SUB_VF", block, block, mean, 0, 0)
        asm.emit("V_MUL_VF", block, block, factor, 0)


def _reciprocal_root(asm: Assembly, factor: str, eps: str) -> None:
    """Of the variance with its ε."""
    asm.emit("S_ADD_FP", factor, factor, eps)
    asm.emit("S_SQRT_FP", factor, factor)
    asm.emit("S_RECI_FP", factor, factor)
