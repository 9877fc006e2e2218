"""Leaves NaN or an infinity where a careless comparison would not look."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.plena.kernels.snippets import ROW, each_row, load

CELLS = ("plena/silu/C1", "plena/gemm/C1")


def suspects(known: Known) -> Iterator[Suspect]:
    """Everywhere, or in the last row of a right output."""
    for name in CELLS:
        cell = load_cell(name)
        text, last = baseline(cell), cell.memory_map.output.region.end - ROW
        infinity = "S_RECI_FP f4, f0\n"
        nan = f"{infinity}S_SUB_FP f4, f4, f4\n"
        for title, value in (("an infinity", infinity), ("NaN", nan)):
            whole = each_row(cell, "V_ADD_VF gp12, gp12, f4")
            yield Suspect(f"{title} everywhere", name, f"{text}{value}{whole}", ("wrong",))
            row = f"{load('gp8', last)}\nV_ADD_VF gp8, gp8, f4"
            yield Suspect(f"{title} in the last row", name, f"{text}{value}{row}", ("wrong",))
