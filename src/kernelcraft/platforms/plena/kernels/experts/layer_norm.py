"""LayerNorm over each row of 64."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules import rows
from kernelcraft.platforms.plena.kernels.schedules.columns import norm
from kernelcraft.platforms.plena.kernels.schedules.formulas import FORMULAS


def kernel(cell: Cell) -> str:
    """Whole tiles: the means of 64 rows are 5 cycles of M_BTMV and what bf16 takes from them a sum
    by columns; the matrix unit takes both off while it moves the rows. Fewer rows: one after the
    other. The variance is a sum of what is left, in half precision: sums of squares by columns are
    too coarse where the mean is 16, and so is a variance from both sums.
    """
    found = norm(cell, centred=True)
    return (found or rows.best(cell, FORMULAS["layer_norm"])).shortest()
