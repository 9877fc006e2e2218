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
KINDS = (
    (1.0, 0.0, False),
    (2.0**-10, 0.0, False),
    (2.0**6, 0.0, False),
    (1.0, 1.0, False),
    (1.0, 1.0, True),
    (1.0, 8.0, True),
)
"""σ and mean of the numbers, and whether half of the first operand's rows have the other sign.

A value that was still under way may not matter to ordinary numbers. One operand after the other has
the other mean, so that there are softmaxes whose scores are all far below 0 or far above.
"""
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
    """A kernel's runs on numbers of each kind; `known` is what was found, by hashes of texts."""

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
        runs = [_run(cell, program, _staged(cell, *kind), FIRST) for kind in KINDS]
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


@lru_cache(len(KINDS))
def _staged(cell: Cell, sigma: float, mean: float, turned: bool) -> State:
    """Shared by all kernels of a cell; each run has a copy."""
    rng = np.random.default_rng(SEED)
    inputs = {
        each.name: mean * (-1) ** place + sigma * rng.standard_normal(each.shape)
        for place, each in enumerate(cell.inputs)
    }
    if turned:
        first = cell.inputs[0]
        inputs[first.name] *= rng.choice((-1.0, 1.0), (*first.shape[:-1], 1))
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
