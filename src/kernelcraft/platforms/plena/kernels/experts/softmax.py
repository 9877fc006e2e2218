"""Softmax over each row of 64."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules import rows
from kernelcraft.platforms.plena.kernels.schedules.formulas import FORMULAS


def kernel(cell: Cell) -> str:
    """Row after row as the definition says; many rows come through tiles of every second one.

    The reductions limit: maximum (4) and sum (8) are 53 % of C5, the vector unit with them 66 %.
    No way around them was found. Sums by columns (see `schedules.columns`) are rounded to bf16, and
    so is their reciprocal: too coarse for a probability near 1, which the definition itself takes
    to within half a unit of bf16. Leaving out the maximum would save 27 %, but then the largest
    element must be below 11, beyond which the sum overflows fp16.
    """
    return rows.best(cell, FORMULAS["softmax"]).shortest()
