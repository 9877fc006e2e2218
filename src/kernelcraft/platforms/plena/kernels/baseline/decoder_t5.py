"""A T5 decoder block: the templates of its parts in sequence."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.baseline.ffn import ffn
from kernelcraft.platforms.plena.kernels.baseline.templates.composite import Composite, composite
from kernelcraft.platforms.plena.kernels.baseline.templates.multi_head import multi_head


def kernel(cell: Cell) -> str:
    """The residual stays in vector SRAM; large cells have hardware loops over single results."""

    def steps(k: Composite) -> None:
        x, heads = k.load("x"), cell.dims["n_h"]
        normed = k.rms_norm(x)
        k.add(x, multi_head(k, normed, normed, heads))
        k.add(x, multi_head(k, k.rms_norm(x), k.load("memory"), heads, prefix="c"))
        k.add(ffn(k, k.rms_norm(x), k.output), x)

    return composite(cell, steps)
