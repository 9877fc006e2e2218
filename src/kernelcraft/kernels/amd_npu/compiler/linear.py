"""Linear: a product whose accumulators begin with the bias."""

from __future__ import annotations

from kernelcraft.kernels.amd_npu.compiler.matmul import product
from kernelcraft.kernels.amd_npu.compiler.panels import streamed_product
from kernelcraft.kernels.amd_npu.tiles import Shape
from kernelcraft.kernels.cell import Cell


def kernel(cell: Cell) -> str:
    """Of X and W, and B."""
    dims = cell.dims
    shape = Shape(1, dims["n"], dims["h_in"], dims["h_out"], biased=True)
    return streamed_product(cell, shape) if cell.memory_map.streamed else product(shape)
