"""GEMM, BatchMatMul and Linear."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules.choice import product


def kernel(cell: Cell) -> str:
    """M_BMV on four interleaved rows of X: 16 of a row's 64 products for 64 columns in each of its
    cycles. Small products take every fourth row of W instead and need no permutation.

    One permutation interleaves the rows of all members of a batch, four at a time, before any
    product; every W is fetched once. A bias is added to finished rows, or to a partial one where
    there are four: a tile of it would not fit beside the four of a W of depth 256. Transfers limit.
    """
    return product(cell).shortest()
