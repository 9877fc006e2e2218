"""MHA: multi-head attention with its projections."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules.heads import self_attention


def kernel(cell: Cell) -> str:
    """Products of interleaved rows, from one interleaving to the next (see `schedules.heads`).

    The matrix unit limits C5 with 51 % of the cycles (M_BMM takes as long for 128 rows as for 256),
    transfers have 36 %: fetches of weights, and keys and values that are stored and fetched again.
    """
    return self_attention(cell).text()
