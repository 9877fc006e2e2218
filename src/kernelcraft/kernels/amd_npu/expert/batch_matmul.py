"""BatchMatMul: one product after the other."""

from __future__ import annotations

from kernelcraft.kernels.amd_npu.pipelines.matmul import product
from kernelcraft.kernels.amd_npu.tiles import Shape
from kernelcraft.kernels.cell import Cell


def kernel(cell: Cell) -> str:
    """Of the X and W of each batch."""
    dims = cell.dims
    return product(cell, Shape(dims["b"], dims["M"], dims["K"], dims["N"]))
