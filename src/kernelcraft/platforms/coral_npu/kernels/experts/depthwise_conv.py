"""DepthwiseConv: a window over each channel alone."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.schedules import depthwise, pairs, window


def kernel(cell: Cell) -> str:
    """See `schedules.window` for 16 channels and windows of 3 x 3, `schedules.pairs` for 8, else
    `schedules.depthwise`."""
    if window.serves(cell):
        return window.write(cell, "DepthwiseConv: weights stay in registers")
    if pairs.serves(cell):
        return pairs.write(cell, "DepthwiseConv: weights stay in registers, pixels in pairs")
    return depthwise.write(cell, "DepthwiseConv: channels are lanes")
