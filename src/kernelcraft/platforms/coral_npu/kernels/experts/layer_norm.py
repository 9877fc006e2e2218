"""LayerNorm over each row of codes."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.schedules.norm import kernel_of


def kernel(cell: Cell) -> str:
    """See `schedules.norm`."""
    return kernel_of(cell, centred=True)
