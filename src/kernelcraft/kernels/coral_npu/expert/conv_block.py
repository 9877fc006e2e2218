"""ConvBlock: Conv2D, BatchNorm folded into its scales, ReLU."""

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.schedules import convolution


def kernel(cell: Cell) -> str:
    """See `schedules.convolution`."""
    return convolution.write(cell, "ConvBlock: sums of neighbours in registers", rectified=True)
