"""GELU, x Φ(x) = x/2 + |x| erf(|x|/√2)/2."""

from __future__ import annotations

from kernelcraft.kernels.amd_npu.pipelines import bent
from kernelcraft.kernels.cell import Cell

GELU = bent.Bent(
    bends=(1.53125, 2.84375),
    slopes=(0.251953125, 0.18359375),
    steps=(-506, -637),
)


def kernel(cell: Cell) -> str:
    """Half of an error function, as a spline."""
    return bent.kernel(cell, GELU)
