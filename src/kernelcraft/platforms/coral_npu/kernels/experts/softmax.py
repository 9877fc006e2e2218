"""Softmax over each row of codes: y = ⌊(510 E + S) / (2 S)⌋ - 128."""

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.coral_npu.kernels.schedules import softmax, wide_softmax


def kernel(cell: Cell) -> str:
    """See `schedules.softmax`; rows that its registers cannot hold in `schedules.wide_softmax`."""
    width = cell.dims["width"]
    if width <= softmax.ROW:
        return softmax.Softmax(cell).text()
    if width <= wide_softmax.MOST:
        return wide_softmax.WideSoftmax(cell).text()
    raise Unwritten(f"{cell.name}: a row of {width} is more than {wide_softmax.MOST}")
