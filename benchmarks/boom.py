"""How fast a BOOM core is simulated: the compiler's kernels, each called three times."""

from __future__ import annotations

from benchmarks.figure import Figure, seconds
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.grading.input_set import input_set
from kernelcraft.platforms.boom.machine.calls import CALLS
from kernelcraft.platforms.boom.machine.platform import PLATFORM
from kernelcraft.sim.run import Limits

PROGRAMS = ("rsort", "dhrystone", "qsort", "copy")
SEED = 1


def boom() -> list[Figure]:
    """Simulated cycles and instructions a second, loading and restoring included."""
    return [figure for name in PROGRAMS for figure in _figures(name)]


def _figures(name: str) -> list[Figure]:
    cell = load_cell(f"boom/{name}/C1")
    program = PLATFORM.assemble(kernels.baseline(cell))
    staged = input_set(cell, "normal", SEED, poison=True).staged
    run = PLATFORM.run(program, staged.copy(), Limits())
    spent = seconds(lambda: PLATFORM.run(program, staged.copy(), Limits())) / CALLS
    return [
        Figure(f"BOOM: {name}", run.cycles / spent / 1e6, "M cycles/s", ">= 3"),
        Figure("  the same", run.instructions / spent / 1e6, "M instr/s", ""),
    ]
