"""RMSNorm and LayerNorm: the pipelines for widths that these have, else the template."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.registers import TooFewRegisters
from kernelcraft.platforms.amd_npu.kernels.baseline import wide_norms
from kernelcraft.platforms.amd_npu.kernels.pipelines import norms


def kernel(cell: Cell, most: int = norms.FEW_VECTORS) -> str:
    """The kernel; rows of at most `most` vectors in all are one piece of code."""
    try:
        return norms.kernel(cell, most)
    except (Unwritten, TooFewRegisters):
        return wide_norms.kernel(cell)
