"""RMSNorm over each row of codes."""

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.schedules.norm import kernel_of


def kernel(cell: Cell) -> str:
    """See `schedules.norm`."""
    return kernel_of(cell, centred=False)
