"""Attention of one head from the templates of products and of softmax."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.baseline import panels, softmax
from kernelcraft.platforms.amd_npu.kernels.head import Library, attention

TEMPLATES = Library(panels.kernel, softmax.kernel, least=64, pipelined=False)


def kernel(cell: Cell) -> str:
    """The kernel."""
    return attention(cell, TEMPLATES)
