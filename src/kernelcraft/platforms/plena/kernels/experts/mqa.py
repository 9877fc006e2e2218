"""MQA: multi-head attention, all heads with the same keys and values."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules.heads import self_attention


def kernel(cell: Cell) -> str:
    """As MHA, with up to 256 rows of heads stacked (see `schedules.heads`).

    The matrix unit limits C5 with 46 % of the cycles, transfers have 25 %, the vector unit 19 %.
    """
    return self_attention(cell).text()
