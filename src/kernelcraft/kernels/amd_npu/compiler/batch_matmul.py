"""BatchMatMul: one product after the other."""

from __future__ import annotations

from kernelcraft.kernels.amd_npu.compiler.matmul import Shape, product
from kernelcraft.kernels.amd_npu.compiler.panels import streamed_product
from kernelcraft.kernels.cell import Cell


def kernel(cell: Cell) -> str:
    """Of the X and W of each batch."""
    dims = cell.dims
    write = streamed_product if cell.memory_map.streamed else product
    return write(cell, Shape(dims["b"], dims["M"], dims["K"], dims["N"]))
