"""Whether a rewritten kernel still does the same: both run on numbers of a fixed seed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import FloatArray
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.reader import Forms
from kernelcraft.platforms.amd_npu.kernels.moves.listing import Listing
from kernelcraft.sim.run import Limits
from kernelcraft.sim.state import State

SEED = 1
FIRST = Limits(instructions=4_000_000, cycles=4_000_000)


@dataclass(frozen=True, eq=False)
class Trial:
    """What a kernel gives for the numbers of a staged core, and in how many cycles."""

    cell: Cell
    staged: State
    output: FloatArray
    cycles: int
    forms: Forms

    @classmethod
    def of(cls, cell: Cell, kernel: Listing) -> Trial | None:
        """Of a kernel that ends in time; None for one that does not."""
        rng = np.random.default_rng(SEED)
        inputs = {each.name: rng.standard_normal(each.shape) for each in cell.inputs}
        staged = cell.platform.stage(cell.memory_map, inputs, SEED)
        return _run(cell, staged, kernel, FIRST, Forms(cell.platform.isa))

    def same(self, kernel: Listing) -> bool:
        """Whether it gives the same, bit for bit, in no more cycles, and spoils nothing."""
        limits = Limits(instructions=self.cycles + 1, cycles=self.cycles + 1)
        found = _run(self.cell, self.staged, kernel, limits, self.forms)
        return found is not None and np.array_equal(found.output, self.output)


def _run(cell: Cell, staged: State, kernel: Listing, limits: Limits, forms: Forms) -> Trial | None:
    if not _readable(kernel, forms):
        return None
    try:
        program = cell.platform.assemble(kernel.text)
    except AssemblyError:
        return None
    run = cell.platform.run(program, staged.copy(), limits)
    if run.fault is not None or cell.platform.audit(cell.memory_map, staged, run.state):
        return None
    return Trial(
        cell, staged, cell.platform.read(cell.memory_map.output, run.state), run.cycles, forms
    )


def _readable(kernel: Listing, forms: Forms) -> bool:
    """Whether every bundle is one; most that are not have two instructions for a slot.

    The assembler would say so, too, but reads the whole text first and puts it into words.
    """
    codes = (line.text for line in kernel.lines if not line.directive)
    return not any(forms.forms[forms[code]].wrong for code in codes)
