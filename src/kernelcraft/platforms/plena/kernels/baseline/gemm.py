"""GEMM: the projection template, fully unrolled by the host up to 20,000 instructions."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.baseline.templates.projection import (
    activations_times_weights,
)


def kernel(cell: Cell) -> str:
    """C5 would unroll into 33,000 instructions: its 8 column blocks are a hardware loop instead,
    which takes 27 cycles more than unrolling."""
    return str(activations_times_weights(cell, "x", "w"))
