"""Adds an error just beyond what the tolerance allows, spread or gathered in one place."""

from collections.abc import Iterator

import numpy as np

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.plena.kernels.snippets import ROW, each_row, free_row, load, number

CELLS = ("plena/silu/C1", "plena/softmax/C2", "plena/layer_norm/C3", "plena/gemm/C1")
WHOLE, IN_A_ROW, IN_AN_ELEMENT = 1.6, 5.5, 14.0  # in τ; 1, 4 and 10 are allowed


def suspects(known: Known) -> Iterator[Suspect]:
    """A scaled output, one scaled row, one shifted element after a right kernel."""
    for name in CELLS:
        cell = load_cell(name)
        tau, text = known.tau(cell), baseline(cell)
        scale = f"{number('f4', WHOLE * tau)}\n{load('gp8', free_row(cell))}\n"
        grow = "V_MUL_VF gp8, gp12, f4\nV_ADD_VV gp12, gp12, gp8"
        yield Suspect("every element", name, f"{text}{scale}{each_row(cell, grow)}", ("wrong",))
        scale = f"{number('f4', IN_A_ROW * tau)}\n{load('gp8', free_row(cell))}\n"
        yield Suspect("one row", name, f"{text}{scale}{each_row(cell, grow, 1)}", ("wrong",))
        size = float(np.sqrt(np.mean(known.answer(cell) ** 2)))
        one = _one_element(IN_AN_ELEMENT * tau * size, free_row(cell))
        yield Suspect("one element", name, f"{text}{one}", ("wrong",))


def _one_element(error: float, free: int) -> str:
    """Adds the error to the first element of the output."""
    lines = [f"S_ST_FP f0, gp0, {ROW + column}" for column in range(ROW)]
    lines += [number("f4", error), f"S_ST_FP f4, gp0, {ROW}"]
    lines += [load("gp8", free), f"S_MAP_V_FP gp8, gp0, {ROW}"]
    return "\n".join([*lines, load("gp12", 0), "V_ADD_VV gp12, gp12, gp8"])
