"""ReLU, Softmax, LayerNorm and RMSNorm: rows of 64."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules import columns, rows
from kernelcraft.platforms.plena.kernels.schedules.formulas import FORMULAS


def kernel(cell: Cell) -> str:
    """Row after row as the task's formula says; the vector unit and its reductions limit.

    ReLU is x times the step e^(-e^(-βx)): two exponentials and two products, no addition, no
    reciprocal; -βx comes from the matrix unit with the row itself where there are whole tiles.

    For Softmax no way around the reductions was found. Sums by columns (see `schedules.columns`)
    are rounded to bf16, and so is their reciprocal: too coarse for a probability near 1, which the
    definition itself takes to within half a unit of bf16. Without the maximum the largest element
    must be below 11, beyond which the sum overflows fp16.
    """
    return rows.best(cell, FORMULAS[cell.task.name]).shortest()


def norm(cell: Cell) -> str:
    """Whole tiles by columns, and half ones for LayerNorm; fewer rows one after the other.

    RMSNorm: sums of squares by columns, 2.5 cycles a row where V_RED_SUM takes 8, and roots for 64
    rows at once by Heron's method.

    LayerNorm: the means of 64 rows are 5 cycles of M_BTMV. Columns come less these, which are not
    rounded in the accumulators; what bf16 takes from the means follows from four of the columns,
    and the matrix unit takes both off while it moves the rows. The variance is a sum of squares of
    the columns less their means, in 16 parts: squares of the columns as they are would be too
    coarse where the mean is 16, and few parts round the same way too often.
    """
    found = columns.norm(cell, centred=cell.task.name == "layer_norm")
    return (found or rows.best(cell, FORMULAS[cell.task.name])).shortest()
