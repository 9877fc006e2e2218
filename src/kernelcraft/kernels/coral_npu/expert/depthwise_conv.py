"""DepthwiseConv: a window over each channel alone."""

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.schedules import depthwise


def kernel(cell: Cell) -> str:
    """See `schedules.depthwise`."""
    return depthwise.write(cell, "DepthwiseConv: channels are lanes")
