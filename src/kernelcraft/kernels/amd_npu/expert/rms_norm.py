"""RMSNorm over each row."""

from kernelcraft.kernels.amd_npu.pipelines.norms import kernel_of
from kernelcraft.kernels.cell import Cell


def kernel(cell: Cell) -> str:
    """See `pipelines.norms`."""
    return kernel_of(cell, means=False)
