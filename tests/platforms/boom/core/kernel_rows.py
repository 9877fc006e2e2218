"""The platform's own kernels on the RTL and on our machine: the ten programs, both writers.

Inputs are those that `run_evaluation` shows; the calls are three, as a grading makes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import find_cells
from kernelcraft.grading.input_set import PUBLIC_SEED, input_set
from kernelcraft.sim.run import Limits
from tests.platforms.boom.core.program_rows import MEDIUM

WRITERS = {"baseline": kernels.baseline, "expert": kernels.expert}
BRANCHING = ("median", "qsort", "dhrystone", "pmp", "towers")  # of the compiler's texts
IN_VIEW = ("vvadd", "copy", "dotprod", "multiply")  # watched on the RTL, cycle by cycle


@dataclass(frozen=True)
class Kernel:
    """One kernel on Medium: cycles of the first and of the third call, there and here."""

    task: str
    writer: str
    instructions: tuple[int, int]
    cold: tuple[int, int]
    warm: tuple[int, int]

    @property
    def allowed(self) -> float:
        """How far the model may be away."""
        return 0.2 if self.writer == "baseline" and self.task in BRANCHING else 0.1

    def holds(self, cycles: tuple[int, int]) -> bool:
        """Whether ours are within that of those there."""
        there, here = cycles
        return abs(here / there - 1) <= self.allowed


@cache
def compared() -> tuple[Kernel, ...]:
    """All of them."""
    cells = {cell.task.name: cell for cell in find_cells(platform="boom")}
    found = []
    for key, (instructions, cold, _, warm) in MEDIUM["kernels"].items():
        task, writer = key.split()
        cell = cells[task]
        staged = input_set(cell, "normal", PUBLIC_SEED, poison=False).staged
        program = cell.platform.assemble(WRITERS[writer](cell))
        run = cell.platform.run(program, staged, Limits())
        assert run.fault is None, run.fault
        assert run.cold is not None
        pairs = ((instructions, run.instructions), (cold, run.cold), (warm, run.cycles))
        found.append(Kernel(task, writer, *pairs))
    return tuple(found)
