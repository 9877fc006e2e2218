"""Tasks of several steps from templates."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.baseline import panels, rms_norm, silu, softmax
from kernelcraft.platforms.amd_npu.kernels.composites import kernels
from kernelcraft.platforms.amd_npu.kernels.composites.library import Library

TEMPLATES = Library(
    product=panels.kernel,
    scores=panels.kernel,
    softmax=softmax.kernel,
    silu=silu.kernel,
    rms_norm=rms_norm.kernel,
    least=64,
    pipelined=False,
)


def kernel(cell: Cell) -> str:
    """The kernel."""
    return kernels.KERNELS[cell.task.name](cell, TEMPLATES)
