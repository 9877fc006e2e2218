"""FFN: silu(x · w1) · w2."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules import loading, matrices, patterns, perceptron
from kernelcraft.platforms.plena.kernels.schedules.dense import Into
from kernelcraft.platforms.plena.kernels.schedules.schedule import Schedule


def kernel(cell: Cell) -> str:
    """Both products by M_BMV on interleaved rows; SiLU works on the rows of the first one just
    before they are interleaved for the second, from -x, so that e^-u needs no subtraction.

    Transfers limit: 45 % of C5 (a tile of 136 cycles at best takes 168 there), 72 % of C1. M_BMV
    has 16 % of C5, its addresses 19 %, SiLU 10 %.
    """
    s = Schedule(cell, "products of interleaved rows")
    made = patterns.make(s)
    x, w1, w2 = cell.memory_map.inputs
    factor = loading.interleaved(s, made, x, negated=True)
    perceptron.ffn(s, made, factor, w1, w2, Into(matrices.output(s)))
    return s.text()
