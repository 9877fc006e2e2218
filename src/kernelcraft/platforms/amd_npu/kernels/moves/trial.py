"""Whether a rewritten kernel still does the same: both run on the same numbers."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import FloatArray
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.program import Program
from kernelcraft.isa.reader import Forms
from kernelcraft.platforms.amd_npu.kernels.moves.listing import Listing
from kernelcraft.sim.run import Limits
from kernelcraft.sim.state import State

SEED = 1
SCALES = (1.0, 2.0**-10, 2.0**6)
"""Of the numbers: a value that was still under way may not matter to ordinary ones."""
FIRST = Limits(instructions=4_000_000, cycles=4_000_000)
KERNELS = 16
"""Whose trials are remembered: a search proposes changes of the same few kernels many times."""


@dataclass(frozen=True, eq=False)
class _Run:
    """What a kernel gives for the numbers of a staged core, and in how many cycles."""

    staged: State
    output: FloatArray
    cycles: int


@dataclass(frozen=True, eq=False)
class Trial:
    """A kernel's runs on numbers of each scale; `known` is what was found, by hashes of texts."""

    cell: Cell
    runs: tuple[_Run, ...]
    forms: Forms
    known: dict[bytes, bool] = field(default_factory=dict)

    @classmethod
    @lru_cache(KERNELS)
    def of(cls, cell: Cell, kernel: Listing) -> Trial | None:
        """Of a kernel that ends in time; None for one that does not."""
        forms = Forms(cell.platform.isa)
        program = _assembled(cell, kernel, forms)
        if program is None:
            return None
        runs = [_run(cell, program, _staged(cell, scale), FIRST) for scale in SCALES]
        return None if None in runs else cls(cell, tuple(filter(None, runs)), forms)

    def same(self, kernel: Listing) -> bool:
        """Whether it gives the same, bit for bit, in no more cycles, and spoils nothing."""
        key = hashlib.sha256(kernel.text.encode()).digest()
        if key not in self.known:
            self.known[key] = self._same(kernel)
        return self.known[key]

    def _same(self, kernel: Listing) -> bool:
        program = _assembled(self.cell, kernel, self.forms)
        return program is not None and all(self._alike(program, known) for known in self.runs)

    def _alike(self, program: Program, known: _Run) -> bool:
        limits = Limits(instructions=known.cycles + 1, cycles=known.cycles + 1)
        found = _run(self.cell, program, known.staged, limits)
        return found is not None and np.array_equal(found.output, known.output)


@lru_cache(len(SCALES))
def _staged(cell: Cell, scale: float) -> State:
    """Shared by all kernels of a cell; each run has a copy."""
    rng = np.random.default_rng(SEED)
    inputs = {each.name: scale * rng.standard_normal(each.shape) for each in cell.inputs}
    return cell.platform.stage(cell.memory_map, inputs, SEED)


def _assembled(cell: Cell, kernel: Listing, forms: Forms) -> Program | None:
    if not _readable(kernel, forms):
        return None
    try:
        return cell.platform.assemble(kernel.text)
    except AssemblyError:
        return None


def _run(cell: Cell, program: Program, staged: State, limits: Limits) -> _Run | None:
    """None for one that does not end in time, or spoils something."""
    run = cell.platform.run(program, staged.copy(), limits)
    if run.fault is not None or cell.platform.audit(cell.memory_map, staged, run.state):
        return None
    return _Run(staged, cell.platform.read(cell.memory_map.output, run.state), run.cycles)


def _readable(kernel: Listing, forms: Forms) -> bool:
    """Whether every bundle is one; most that are not have two instructions for a slot.

    The assembler would say so, too, but reads the whole text first and puts it into words.
    """
    codes = (line.text for line in kernel.lines if not line.directive)
    return not any(forms.forms[forms[code]].wrong for code in codes)
