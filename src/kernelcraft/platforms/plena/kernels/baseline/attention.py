"""Scaled dot-product attention: all scores by the transposed product, softmax, product with v."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.baseline.templates.attention import softmax
from kernelcraft.platforms.plena.kernels.baseline.templates.composite import (
    Composite,
    composite,
    whole,
)


def kernel(cell: Cell) -> str:
    """There is no official template for heads of 64 and more; the steps are in the spirit of its
    flash attention, with one pass instead of tiles."""
    return composite(cell, _steps)


def _steps(k: Composite) -> None:
    scores = k.multiply(k.load("q"), whole(k.input("k")), transposed=True)
    softmax(k, scores, k.input("k").detail("rows"))
    k.multiply(scores, whole(k.input("v")), k.output)
