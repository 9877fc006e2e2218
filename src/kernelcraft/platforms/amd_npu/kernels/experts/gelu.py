"""GELU, x Φ(x) = x/2 + |x| erf(|x|/√2)/2."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.pipelines import spline

GELU = spline.Spline(
    bends=(1.53125, 2.84375),
    slopes=(0.251953125, 0.18359375),
    steps=(506, 637),
)


def kernel(cell: Cell) -> str:
    """Half of an error function, as a spline."""
    return spline.kernel(cell, GELU)
