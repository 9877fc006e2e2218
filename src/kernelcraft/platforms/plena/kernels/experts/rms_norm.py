"""RMSNorm over each row of 64."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules import rows
from kernelcraft.platforms.plena.kernels.schedules.columns import norm
from kernelcraft.platforms.plena.kernels.schedules.formulas import FORMULAS


def kernel(cell: Cell) -> str:
    """Whole tiles: sums of squares by columns, 2.5 cycles a row where V_RED_SUM takes 8, and roots
    for 64 rows at once by Heron's method. Fewer rows: one after the other, without a mean.

    C5: the vector unit has 34 % of the cycles, transfers 28 %, addresses (one for every row of the
    result) 17 %, the matrix unit 14 %; about 580 cycles are spent on patterns before. C3: the
    reductions have 34 %, transfers 34 %.
    """
    found = norm(cell, centred=False)
    return (found or rows.best(cell, FORMULAS["rms_norm"])).shortest()
