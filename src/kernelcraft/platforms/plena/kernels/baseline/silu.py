"""SiLU: x times its sigmoid, row by row in place."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.assembly import Assembly
from kernelcraft.platforms.plena.kernels.baseline.templates.rows import elementwise, sigmoid


def kernel(cell: Cell) -> str:
    """The official template: negate, exp, add one, reciprocal, multiply."""
    return elementwise(cell, ("one",), _row)


def _row(asm: Assembly, x: str, t: str, constants: list[str]) -> None:
    (one,) = constants
    sigmoid(asm, t, x, one)
    asm.emit("V_MUL_VV", x, t, x, 0)
