"""SiLU, x σ(x)."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.baseline.sigmoid import U, activation


def kernel(cell: Cell) -> str:
    """64 elements at a time; the input is loaded once more for the last product."""
    return activation(cell, [f"vlda {part}, [p1], #32\n" for part in U], {})
