"""SiLU, x σ(x) = x/2 + |x| tanh(|x|/2)/2."""

from __future__ import annotations

from kernelcraft.kernels.amd_npu.pipelines import bent
from kernelcraft.kernels.cell import Cell

SILU = bent.Bent(
    bends=(2.796875, 5.75),
    slopes=(0.1748046875, 0.095703125),
    steps=(-640, -868),
    offset=-0.00185,
)


def kernel(cell: Cell) -> str:
    """Half of a hyperbolic tangent, as a spline."""
    return bent.kernel(cell, SILU)
