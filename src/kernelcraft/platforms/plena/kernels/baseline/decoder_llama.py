"""A LLaMA decoder block: the templates of its parts in sequence."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.baseline.swiglu import swiglu
from kernelcraft.platforms.plena.kernels.baseline.templates.composite import Composite, composite
from kernelcraft.platforms.plena.kernels.baseline.templates.multi_head import multi_head


def kernel(cell: Cell) -> str:
    """The residual stays in vector SRAM; large cells have hardware loops over single results."""

    def steps(k: Composite) -> None:
        x = k.load("x")
        normed = k.rms_norm(x)
        k.add(x, multi_head(k, normed, normed, cell.dims["n_h"]))
        k.add(swiglu(k, k.rms_norm(x), k.output), x)

    return composite(cell, steps)
