"""BatchMatMul: one product after the other."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.pipelines.matmul import product
from kernelcraft.platforms.amd_npu.kernels.tiles import Shape


def kernel(cell: Cell) -> str:
    """Of the X and W of each batch."""
    dims = cell.dims
    return product(cell, Shape(dims["b"], dims["M"], dims["K"], dims["N"]))
