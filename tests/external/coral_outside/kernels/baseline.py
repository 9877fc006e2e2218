"""What clang writes for the Coral NPU."""

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, load_cell


def kernel(cell: Cell) -> str:
    """The same text."""
    return kernels.baseline(load_cell(f"coral_npu/{cell.task.name}/{cell.configuration}"))
