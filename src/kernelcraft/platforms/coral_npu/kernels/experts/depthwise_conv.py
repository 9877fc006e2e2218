"""DepthwiseConv: a window over each channel alone."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.schedules import depthwise, pairs, planes, window


def kernel(cell: Cell) -> str:
    """See `schedules.window` for 16 channels and windows of 3 x 3, `schedules.pairs` for 8,
    `schedules.planes` for windows of 5 x 5, else `schedules.depthwise`."""
    if window.serves(cell):
        return window.write(cell, "DepthwiseConv: weights stay in registers")
    if pairs.serves(cell):
        return pairs.write(cell, "DepthwiseConv: weights stay in registers, pixels in pairs")
    if planes.serves(cell):
        return planes.write(cell, "DepthwiseConv: weights are scalars, rows are vectors")
    return depthwise.write(cell, "DepthwiseConv: channels are lanes")
