"""SiLU, x σ(x)."""

from __future__ import annotations

from kernelcraft.kernels.amd_npu.compiler.sigmoid import U, activation
from kernelcraft.kernels.cell import Cell


def kernel(cell: Cell) -> str:
    """64 elements at a time; the input is loaded once more for the last product."""
    return activation(cell, [f"vlda {part}, [p1], #32\n" for part in U], {})
