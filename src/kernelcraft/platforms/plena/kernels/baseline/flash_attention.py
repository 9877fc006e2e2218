"""FlashAttention: scores, online softmax and product of a tile of keys and values at a time."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.baseline.templates.attention import flash
from kernelcraft.platforms.plena.kernels.baseline.templates.composite import (
    Composite,
    composite,
    whole,
)


def kernel(cell: Cell) -> str:
    """The official schedule, which is for heads of 16 and 64 keys at most: with M_TMM for longer
    rows, and statistics that live on from tile to tile."""
    return composite(cell, _steps)


def _steps(k: Composite) -> None:
    keys, values = whole(k.input("k")), whole(k.input("v"))
    flash(k, k.load("q"), keys, values, k.input("k").detail("rows"), k.output)
