"""SwiGLU: two projections, SiLU of one, their product, and the third projection."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.baseline.templates.composite import (
    Composite,
    Matrix,
    composite,
    whole,
)


def kernel(cell: Cell) -> str:
    """The official templates; large cells have hardware loops over single results."""
    return composite(cell, lambda k: swiglu(k, k.load("x"), k.output))


def swiglu(k: Composite, x: Matrix, result: Matrix) -> Matrix:
    """The steps, with the weights of the task."""
    up = k.multiply(x, whole(k.input("w_up")))
    gate = k.multiply(x, whole(k.input("w_gate")))
    k.silu(gate)
    k.times(up, gate)
    return k.multiply(up, whole(k.input("w_down")), result)
