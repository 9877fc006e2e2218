"""GEMM: one product."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.pipelines.matmul import product
from kernelcraft.platforms.amd_npu.kernels.tiles import Shape


def kernel(cell: Cell) -> str:
    """Of X and W."""
    return product(cell, Shape(1, cell.dims["M"], cell.dims["K"], cell.dims["N"]))
