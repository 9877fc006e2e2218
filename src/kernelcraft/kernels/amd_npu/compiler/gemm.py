"""GEMM: one product."""

from __future__ import annotations

from kernelcraft.kernels.amd_npu.compiler.matmul import product
from kernelcraft.kernels.amd_npu.compiler.panels import streamed_product
from kernelcraft.kernels.amd_npu.tiles import Shape
from kernelcraft.kernels.cell import Cell


def kernel(cell: Cell) -> str:
    """Of X and W."""
    shape = Shape(1, cell.dims["M"], cell.dims["K"], cell.dims["N"])
    return streamed_product(cell, shape) if cell.memory_map.streamed else product(shape)
