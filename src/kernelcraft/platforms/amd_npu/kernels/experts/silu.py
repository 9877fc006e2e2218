"""SiLU, x σ(x) = x/2 + |x| tanh(|x|/2)/2."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.pipelines import spline

SILU = spline.Spline(
    bends=(3.0, 5.625),
    slopes=(0.1806640625, 0.09130859375),
    steps=(635, 882),
)


def kernel(cell: Cell) -> str:
    """Half of a hyperbolic tangent, as a spline."""
    return spline.kernel(cell, SILU)
