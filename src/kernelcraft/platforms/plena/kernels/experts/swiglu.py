"""SwiGLU: (silu(x · w_gate) * (x · w_up)) · w_down."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules import loading, matrices, patterns, perceptron
from kernelcraft.platforms.plena.kernels.schedules.dense import Into
from kernelcraft.platforms.plena.kernels.schedules.schedule import Schedule


def kernel(cell: Cell) -> str:
    """As FFN (see there): both inner products come out negative, and their product is right.

    Transfers limit: 47 % of C5, 75 % of C1. M_BMV has 17 % of C5, its addresses 19 %, SiLU and the
    gate's product 8 %.
    """
    s = Schedule(cell, "products of interleaved rows")
    made = patterns.make(s)
    x, w_gate, w_up, w_down = cell.memory_map.inputs
    factor = loading.interleaved(s, made, x, negated=True)
    perceptron.swiglu(s, made, factor, w_gate, w_up, w_down, Into(matrices.output(s)))
    return s.text()
