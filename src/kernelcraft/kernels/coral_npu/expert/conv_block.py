"""ConvBlock: docs."""

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.schedules import convolution


def kernel(cell: Cell) -> str:
    """See `schedules.convolution`."""
    return convolution.write(
        cell, "ConvBlock: sums of neighbouring pixels in registers", rectified=True
    )
