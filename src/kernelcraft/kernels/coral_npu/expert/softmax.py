"""Softmax over each row of codes: y = ⌊(510 E + S) / (2 S)⌋ - 128."""

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.schedules import softmax, wide_softmax
from kernelcraft.kernels.unwritten import Unwritten


def kernel(cell: Cell) -> str:
    """See `schedules.softmax`; rows that its registers cannot hold in `schedules.wide_softmax`."""
    width = cell.dims["width"]
    if width <= softmax.ROW:
        return softmax.Softmax(cell).text()
    if width <= wide_softmax.MOST:
        return wide_softmax.WideSoftmax(cell).text()
    raise Unwritten(f"{cell.name}: a row of {width} is more than {wide_softmax.MOST}")
