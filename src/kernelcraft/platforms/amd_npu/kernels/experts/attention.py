"""Attention of one head from our best products and our best softmax."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.experts import softmax
from kernelcraft.platforms.amd_npu.kernels.head import Library, attention
from kernelcraft.platforms.amd_npu.kernels.pipelines import matmul

BEST = Library(matmul.kernel, softmax.kernel, least=32, pipelined=True)


def kernel(cell: Cell) -> str:
    """The kernel."""
    return attention(cell, BEST)
