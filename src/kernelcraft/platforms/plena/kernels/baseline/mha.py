"""MHA, GQA, MQA: projections, keys and values through HBM, then flash attention by head."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.baseline.templates.composite import Composite, composite
from kernelcraft.platforms.plena.kernels.baseline.templates.multi_head import multi_head


def kernel(cell: Cell) -> str:
    """The official templates in sequence; large cells have hardware loops over single results."""

    def steps(k: Composite) -> None:
        x = k.load("x")
        multi_head(k, x, x, cell.dims["n_h"], k.output)

    return composite(cell, steps)
