"""GEMM: Y = X·W."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules.choice import product


def kernel(cell: Cell) -> str:
    """M_BMV on four interleaved rows of X: 16 of a row's 64 products for 64 columns in each of its
    cycles. Small products take every fourth row of W instead and need no permutation.

    Transfers limit: 54 % of C5, 90 % of C1. M_BMV has 19 % of C5, its addresses 20 %.
    """
    return product(cell).shortest()
