"""FFN: the projection template, the SiLU template and the projection template again."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.baseline.templates.composite import (
    Composite,
    Matrix,
    composite,
    whole,
)


def kernel(cell: Cell) -> str:
    """The official templates; large cells have hardware loops over single results."""
    return composite(cell, lambda k: ffn(k, k.load("x"), k.output))


def ffn(k: Composite, x: Matrix, result: Matrix) -> Matrix:
    """The steps, with the weights of the task."""
    hidden = k.multiply(x, whole(k.input("w1")))
    k.silu(hidden)
    return k.multiply(hidden, whole(k.input("w2")), result)
