"""BatchMatMul: one product after the other."""

from __future__ import annotations

from kernelcraft.kernels.amd_npu.compiler.matmul import product
from kernelcraft.kernels.amd_npu.compiler.panels import streamed_product
from kernelcraft.kernels.amd_npu.tiles import Shape
from kernelcraft.kernels.cell import Cell


def kernel(cell: Cell) -> str:
    """Of the X and W of each batch."""
    dims = cell.dims
    shape = Shape(dims["b"], dims["M"], dims["K"], dims["N"])
    return streamed_product(cell, shape) if cell.memory_map.streamed else product(shape)
