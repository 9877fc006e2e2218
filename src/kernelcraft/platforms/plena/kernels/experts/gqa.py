"""GQA: multi-head attention, groups of heads with the same keys and values."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules.heads import self_attention


def kernel(cell: Cell) -> str:
    """As MHA, with the heads that share keys and values stacked (see `schedules.heads`).

    The matrix unit limits C5 with 51 % of the cycles, transfers have 32 %, the vector unit 11 %.
    """
    return self_attention(cell).text()
