"""Linear: Y = X·W + b."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules.choice import product


def kernel(cell: Cell) -> str:
    """As GEMM (see there); the bias is added to finished rows, or to a partial one where there are
    four. A tile of it would not fit beside the four of a W of depth 256.

    Transfers limit: 50 % of C5, 90 % of C1. M_BMV has 17 % of C5, addresses 23 %, the bias 4 %.
    """
    return product(cell).shortest()
