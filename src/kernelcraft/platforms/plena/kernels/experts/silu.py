"""SiLU: x times its sigmoid."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules import rows
from kernelcraft.platforms.plena.kernels.schedules.formulas import FORMULAS, Formula
from kernelcraft.platforms.plena.kernels.schedules.schedule import Schedule

FORMULA = FORMULAS["silu"]


def kernel(cell: Cell) -> str:
    """-x costs half a cycle a row: the matrix unit, which moves the rows out of a tile, moves them
    once more with selectors of -1. Few rows are fetched one by one and negated by a subtraction.

    The vector unit limits: 5 cycles a row for exp, + 1, reciprocal (2) and product are 51 % of C5
    and 48 % of C3; transfers are 25 % and 42 %.
    """
    return rows.best(cell, FORMULA, few=FETCHED).shortest()


def _one(s: Schedule) -> None:
    s.load_constant(1, "one")


def _negated(s: Schedule, x: int, t: int, y: int) -> None:
    s.do("V_SUB_VF", t, x, 0, 0, 1)
    FORMULA.body(s, x, t, y)


FETCHED = Formula("sigmoid of -x", _one, _negated)
