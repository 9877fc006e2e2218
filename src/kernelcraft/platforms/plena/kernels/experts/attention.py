"""Attention of one head, and MHA, GQA and MQA with their projections."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules.heads import attention, self_attention


def kernel(cell: Cell) -> str:
    """Queries, exponentials and sums all go through the matrix unit (see `schedules.heads`).

    The scores of all keys fit vector SRAM, so no tile's results are rescaled. The matrix unit
    limits large cells; small ones pay for the patterns, most for stores and fetches of them.
    """
    return attention(cell).text()


def multi_head(cell: Cell) -> str:
    """Products of interleaved rows, from one interleaving to the next (see `schedules.heads`).

    Heads that share keys and values are stacked, up to 256 rows. The matrix unit limits large cells
    (M_BMM takes as long for 128 rows as for 256), then transfers: fetches of weights, and keys and
    values that are stored and fetched again.
    """
    return self_attention(cell).text()
