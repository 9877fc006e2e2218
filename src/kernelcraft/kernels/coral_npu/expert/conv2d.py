"""Conv2D: a window over all channels."""

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.schedules import convolution


def kernel(cell: Cell) -> str:
    """See `schedules.convolution`."""
    return convolution.write(cell, "Conv2D: sums of neighbours in registers", rectified=False)
