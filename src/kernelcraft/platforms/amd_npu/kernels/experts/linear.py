"""Linear: a product whose sums begin with the bias."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.pipelines.matmul import product
from kernelcraft.platforms.amd_npu.kernels.tiles import Shape


def kernel(cell: Cell) -> str:
    """Of X and W, and B."""
    dims = cell.dims
    return product(cell, Shape(1, dims["n"], dims["h_in"], dims["h_out"], biased=True))
