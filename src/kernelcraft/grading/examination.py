"""One program on one input set: does it end, does it stay in its memory, is its output right?"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import FloatArray
from kernelcraft.grading import stray_stores
from kernelcraft.grading.input_set import InputSet
from kernelcraft.grading.scatter import scatter
from kernelcraft.grading.tolerance import Comparison, Rule, Tolerance
from kernelcraft.isa.program import Program
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State

if TYPE_CHECKING:
    from kernelcraft.records.verdict import Failure

NEAR: Final = 16.0
"""Times τ; where a kernel needs more, nobody asks how far right ones scatter: that takes time."""


@dataclass(frozen=True, eq=False)
class Examination:
    """`failure` is the first stage that refused the program, `message` its sentence.

    `output` is what the output's place holds afterwards, also after a fault; `comparison` is None
    after a fault. The state of `run` is only good until the thread's next examination.
    """

    run: Run
    output: FloatArray
    comparison: Comparison | None
    failure: Failure | None
    message: str


class _Workspace(threading.local):
    """One machine a thread, loaded anew for every run: memory that is warm costs a third."""

    state: State | None = None

    def load(self, staged: State) -> State:
        """A machine with the contents of `staged`."""
        mine = self.state
        if mine is None or mine.machine is not staged.machine or _sizes(mine) != _sizes(staged):
            self.state = mine = staged.copy()
            return mine
        for name, array in staged.arrays.items():
            np.copyto(mine.arrays[name], array)
        mine.parameters = dict(staged.parameters)
        return mine


_WORKSPACE = _Workspace()


def loaded(staged: State) -> State:
    """A machine with the contents of `staged`, good until the thread's next one."""
    return _WORKSPACE.load(staged)


def examine(
    cell: Cell, program: Program, given: InputSet, rule: Rule, limits: Limits, *, honest: bool
) -> Examination:
    """Run, then audit the memory (if `honest`), then compare the output by the rule."""
    run = cell.platform.run(program, loaded(given.staged), limits)
    output = cell.platform.read(cell.memory_map.output, run.state)
    if run.fault is not None:
        failure: Failure = "fault" if run.fault.kind == "machine" else "limit"
        return Examination(run, output, None, failure, str(run.fault))
    comparison = _compared(cell, given, rule, output, honest=honest)
    broken = cell.platform.audit(cell.memory_map, given.staged, run.state) if honest else []
    if broken:
        message = stray_stores.sentence(cell, program, given, run, broken)
        return Examination(run, output, comparison, "fault", message)
    if not comparison.ok:
        missing = _unwritten(cell, output, given, run.state) if honest else None
        return Examination(run, output, comparison, "wrong", missing or comparison.sentence())
    return Examination(run, output, comparison, None, comparison.sentence())


def _compared(
    cell: Cell, given: InputSet, rule: Rule, output: FloatArray, *, honest: bool
) -> Comparison:
    """By the rule; one that is not near enough, also by how far right kernels scatter there."""
    found = rule.compare(output=output, reference=given.reference)
    if found.ok or not honest or not isinstance(rule, Tolerance):
        return found
    if found.needed_tau > NEAR * rule.tau:
        return found
    wider = replace(rule, scatter=scatter(cell, given.distribution, given.seed))
    return wider.compare(output=output, reference=given.reference)


def _sizes(state: State) -> dict[str, int]:
    return {name: len(array) for name, array in state.arrays.items()}


def _unwritten(cell: Cell, output: FloatArray, given: InputSet, state: State) -> str | None:
    """A sentence if elements are bad only because what was staged there was never replaced.

    Among whole numbers the wrong ones are bad, among others those that are not finite.
    """
    placement = cell.memory_map.output
    bad = output != given.reference if cell.exact else ~np.isfinite(output)
    missing = cell.platform.unwritten(placement, given.staged, state)
    if not bad.any() or not missing[bad].all():
        return None
    count = int(np.count_nonzero(bad))
    first = tuple(int(axis) for axis in np.argwhere(bad)[0])
    verb, what = "is" if count == 1 else "are", "wrong" if cell.exact else "not finite"
    return (
        f"{count} of {output.size} elements of the output {verb} {what}; the first, "
        f"{list(first)} at {cell.platform.locate(placement, first)}, was never written"
    )
