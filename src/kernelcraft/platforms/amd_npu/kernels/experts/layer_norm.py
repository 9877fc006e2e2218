"""LayerNorm over each row."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.pipelines.norms import kernel_of


def kernel(cell: Cell) -> str:
    """See `pipelines.norms`."""
    return kernel_of(cell, means=True)
