"""RMSNorm over each row of codes."""

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.schedules.norm import Norm


def kernel(cell: Cell) -> str:
    """See `schedules.norm`."""
    return Norm(cell, centred=False).text()
