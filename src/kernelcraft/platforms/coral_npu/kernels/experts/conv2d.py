"""Conv2D: a window over all channels; ConvBlock: its scales hold the BatchNorm, then ReLU."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.schedules import convolution, pointwise, tiled


def kernel(cell: Cell) -> str:
    """See `schedules.pointwise` for windows of one pixel, else `schedules.convolution`."""
    rectified = cell.task.name == "conv_block"
    title = "ConvBlock" if rectified else "Conv2D"
    if pointwise.serves(cell):
        return pointwise.write(cell, f"{title}: two pixels are a vector", rectified=rectified)
    if tiled.serves(cell):
        return tiled.write(cell, f"{title}: sums of a tile in registers", rectified=rectified)
    return convolution.write(cell, f"{title}: sums of neighbours in registers", rectified=rectified)
