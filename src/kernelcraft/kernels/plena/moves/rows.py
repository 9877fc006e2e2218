"""Schedules for tensors that are worked on row by row: element functions and normalisations.

Every row is finished as soon as it is fetched, so that one address register serves the fetch (HBM
and vector SRAM count alike where a tensor is 64 wide), the work and the result. What the formulas
save is said at each of them; all of them hold for every input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.plena.moves.schedule import FETCH, ROW, Schedule

Prepare = Callable[[Schedule], None]
Body = Callable[[Schedule, int, int], None]
"""Changes the row at an address in place; the second address is a scratch row."""


def row_by_row(cell: Cell, idea: str, prepare: Prepare, body: Body) -> Iterator[str]:
    """Fetch 4 rows, finish them, fetch the next; only for rows of one block."""
    x = cell.memory_map.input("x")
    if x.detail("columns") != ROW:
        return
    schedule = Schedule(cell, idea)
    scratch = schedule.reserve(1)
    prepare(schedule)
    start = cell.memory_map.output.address
    for first in range(0, x.detail("rows"), FETCH):
        schedule.fetch_rows(start + first * ROW, x, first * ROW, ROW)
        for row in range(first, min(first + FETCH, x.detail("rows"))):
            body(schedule, start + row * ROW, scratch)
    yield schedule.text()


def relu(cell: Cell) -> Iterator[str]:
    """x·e^(-e^(-βx)): a step without addition and reciprocal, exactly 0 or 1 but for tiny x."""

    def prepare(s: Schedule) -> None:
        s.load_constant(1, "beta")
        s.load_constant(2, "one")
        s.do("S_SUB_FP", 1, 0, 1)
        s.do("S_SUB_FP", 2, 0, 2)

    def body(s: Schedule, x: int, t: int) -> None:
        s.do("V_MUL_VF", t, x, 1, 0)
        s.do("V_EXP_V", t, t, 0)
        s.do("V_MUL_VF", t, t, 2, 0)
        s.do("V_EXP_V", t, t, 0)
        s.do("V_MUL_VV", x, x, t, 0)

    return row_by_row(cell, "x e^(-e^(-beta x))", prepare, body)


def gelu(cell: Cell) -> Iterator[str]:
    """The tanh form with the sign of u in its constants, which saves a negation."""

    def prepare(s: Schedule) -> None:
        s.load_constant(1, "one")
        s.load_constant(2, "tanh_linear")
        s.load_constant(3, "tanh_cubic")
        s.do("S_SUB_FP", 2, 0, 2)
        s.do("S_SUB_FP", 3, 0, 3)

    def body(s: Schedule, x: int, t: int) -> None:
        s.do("V_MUL_VV", t, x, x, 0)
        s.do("V_MUL_VF", t, t, 3, 0)
        s.do("V_ADD_VF", t, t, 2, 0)
        s.do("V_MUL_VV", t, t, x, 0)
        s.do("V_EXP_V", t, t, 0)
        s.do("V_ADD_VF", t, t, 1, 0)
        s.do("V_RECI_V", t, t, 0)
        s.do("V_MUL_VV", x, x, t, 0)

    return row_by_row(cell, "negated constants", prepare, body)


def _roots(s: Schedule) -> None:
    """f1 = 1/width, f2 = width·ε, f3 = √width: the mean's division leaves the row's work."""
    s.load_constant(1, "inverse_width")
    s.load_constant(2, "eps")
    s.do("S_RECI_FP", 3, 1)
    s.do("S_MUL_FP", 2, 2, 3)
    s.do("S_SQRT_FP", 3, 3)


def rms_norm(cell: Cell) -> Iterator[str]:
    """x·√w / √(w·ε + Σx²): the sum starts at w·ε, and no mean is taken."""

    def body(s: Schedule, x: int, t: int) -> None:
        s.do("V_MUL_VV", t, x, x, 0)
        s.do("S_ADD_FP", 4, 2, 0)
        s.do("V_RED_SUM", 4, t, 0)
        _finish(s, x)

    return row_by_row(cell, "sum starts at width eps", _roots, body)


def layer_norm(cell: Cell) -> Iterator[str]:
    """(x - µ)·√w / √(w·ε + Σx² - µ·Σx), with the second sum starting at w·ε."""

    def body(s: Schedule, x: int, t: int) -> None:
        s.do("V_MUL_VV", t, x, x, 0)
        s.do("S_ADD_FP", 5, 0, 0)
        s.do("V_RED_SUM", 5, x, 0)
        s.do("S_MUL_FP", 6, 5, 1)
        s.do("S_ADD_FP", 4, 2, 0)
        s.do("V_RED_SUM", 4, t, 0)
        s.do("S_MUL_FP", 5, 5, 6)
        s.do("S_SUB_FP", 4, 4, 5)
        s.do("V_SUB_VF", x, x, 6, 0, 0)
        _finish(s, x)

    return row_by_row(cell, "sum starts at width eps", _roots, body)


def _finish(s: Schedule, x: int) -> None:
    """Row x times √w / √f4."""
    s.do("S_SQRT_FP", 4, 4)
    s.do("S_RECI_FP", 4, 4)
    s.do("S_MUL_FP", 4, 4, 3)
    s.do("V_MUL_VF", x, x, 4, 0)
