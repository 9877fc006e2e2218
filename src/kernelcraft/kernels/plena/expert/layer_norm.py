"""LayerNorm over each row of 64."""

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.plena.schedules import rows
from kernelcraft.kernels.plena.schedules.columns import norm
from kernelcraft.kernels.plena.schedules.formulas import FORMULAS


def kernel(cell: Cell) -> str:
    """Whole tiles: the means of 64 rows are 5 cycles of M_BTMV, sums of squares go by columns,
    roots by Heron's method for 64 rows at once, and the matrix unit takes the means off while it
    moves the rows. Fewer rows: one after the other, with the variance from both sums.

    C5: the vector unit has 34 % of the cycles, transfers 26 %, addresses 18 %, the matrix unit
    15 %; about 580 cycles are spent on patterns before. C3: the reductions have 44 %, transfers
    22 %.
    """
    found = norm(cell, centred=True)
    return (found or rows.best(cell, FORMULAS["layer_norm"])).shortest()
