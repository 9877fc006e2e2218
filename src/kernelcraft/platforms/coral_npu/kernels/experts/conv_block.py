"""ConvBlock: Conv2D, BatchNorm folded into its scales, ReLU."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.schedules import convolution, pointwise


def kernel(cell: Cell) -> str:
    """See `schedules.pointwise` for windows of one pixel, else `schedules.convolution`."""
    if pointwise.serves(cell):
        return pointwise.write(cell, "ConvBlock: two pixels are a vector", rectified=True)
    return convolution.write(cell, "ConvBlock: sums of neighbours in registers", rectified=True)
