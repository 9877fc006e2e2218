"""RMSNorm over each row."""

from kernelcraft.kernels.amd_npu.pipelines.norms import rms_norm
from kernelcraft.kernels.cell import Cell


def kernel(cell: Cell) -> str:
    """See `pipelines.norms`."""
    return rms_norm(cell)
