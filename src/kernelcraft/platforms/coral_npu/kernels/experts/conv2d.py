"""Conv2D: a window over all channels."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.schedules import convolution, pointwise


def kernel(cell: Cell) -> str:
    """See `schedules.pointwise` for windows of one pixel, else `schedules.convolution`."""
    if pointwise.serves(cell):
        return pointwise.write(cell, "Conv2D: two pixels are a vector", rectified=False)
    return convolution.write(cell, "Conv2D: sums of neighbours in registers", rectified=False)
