"""Linear: a product whose sums begin with the bias."""

from __future__ import annotations

from kernelcraft.kernels.amd_npu.pipelines.matmul import product
from kernelcraft.kernels.amd_npu.tiles import Shape
from kernelcraft.kernels.cell import Cell


def kernel(cell: Cell) -> str:
    """Of X and W, and B."""
    dims = cell.dims
    return product(cell, Shape(1, dims["n"], dims["h_in"], dims["h_out"], biased=True))
