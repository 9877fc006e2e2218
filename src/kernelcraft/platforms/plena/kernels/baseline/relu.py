"""ReLU: x·σ(βx), since there is no vector maximum; in the schedule of the SiLU template."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.assembly import Assembly
from kernelcraft.platforms.plena.kernels.baseline.templates.rows import elementwise, sigmoid


def kernel(cell: Cell) -> str:
    """There is no official template for ReLU."""
    return elementwise(cell, ("one", "beta"), _row)


def _row(asm: Assembly, x: str, t: str, constants: list[str]) -> None:
    one, beta = constants
    asm.emit("V_MUL_VF", t, x, beta, 0)
    sigmoid(asm, t, t, one)
    asm.emit("V_MUL_VV", x, t, x, 0)
