"""GELU, x Φ(x) = x/2 + |x| erf(|x|/√2)/2."""

from __future__ import annotations

from kernelcraft.kernels.amd_npu.pipelines import bent
from kernelcraft.kernels.cell import Cell

GELU = bent.Bent(
    bends=(1.5625, 2.84375),
    slopes=(0.25390625, 0.1796875),
    steps=(-504, -640),
    offset=-0.00126,
)


def kernel(cell: Cell) -> str:
    """Half of an error function, as a spline."""
    return bent.kernel(cell, GELU)
