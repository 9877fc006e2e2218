"""GEMM: one product."""

from __future__ import annotations

from kernelcraft.kernels.amd_npu.pipelines.matmul import product
from kernelcraft.kernels.amd_npu.tiles import Shape
from kernelcraft.kernels.cell import Cell


def kernel(cell: Cell) -> str:
    """Of X and W."""
    return product(cell, Shape(1, cell.dims["M"], cell.dims["K"], cell.dims["N"]))
