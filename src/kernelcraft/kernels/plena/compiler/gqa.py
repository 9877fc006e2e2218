"""GQA: projections, keys and values through HBM, then the flash attention template by head."""

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.plena.compiler.templates.composite import Composite, composite
from kernelcraft.kernels.plena.compiler.templates.multi_head import multi_head


def kernel(cell: Cell) -> str:
    """The official templates in sequence; large cells have hardware loops over 4 x 4 results."""

    def steps(k: Composite) -> None:
        x = k.load("x")
        multi_head(k, x, x, cell.dims["n_h"], k.output)

    return composite(cell, steps)
