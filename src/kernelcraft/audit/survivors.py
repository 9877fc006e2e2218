"""Why a mutant was judged right: it is equivalent, its error is allowed, or nobody knows."""

from dataclasses import dataclass, replace

import numpy as np

from kernelcraft.audit.mutation import Mutant
from kernelcraft.audit.records import Class, Survivor
from kernelcraft.audit.trial import SEED
from kernelcraft.cells.cell import Cell
from kernelcraft.grading import lockfile
from kernelcraft.grading.examination import Examination, examine
from kernelcraft.grading.input_set import InputSet, input_set
from kernelcraft.grading.tolerance import strict_rule
from kernelcraft.grading.verification import Draw, draws
from kernelcraft.isa.program import Program

FURTHER = 4
"""Other seeds: a mutant whose error is above τ on any of their input sets was only lucky."""


def classify(cell: Cell, writer: str, program: Program, changed: Mutant) -> Survivor:
    """The class of a mutant that was judged right, with the evidence for it."""
    kind, evidence = _class(cell, program, changed)
    return Survivor(
        cell=cell.name,
        kernel=writer,
        operation=changed.operation,
        operator=changed.operator,
        before=changed.before,
        after=changed.after,
        kind=kind,
        evidence=evidence,
    )


def _class(cell: Cell, program: Program, changed: Mutant) -> tuple[Class, str]:
    mutated = cell.platform.assemble(changed.text)
    trials = [_Trial.of(cell, program, mutated, draw) for draw in draws(cell, "strict", SEED)]
    different = sum(trial.differs for trial in trials)
    if not different:
        before, after = trials[0].cycles
        cycles = f"{after:,} cycles" if before == after else f"{after:,} for {before:,} cycles"
        return "equivalent", f"the same bits on all {len(trials)} input sets, in {cycles}"
    for seed in range(SEED + 1, SEED + 1 + FURTHER):
        trials += [_Trial.of(cell, program, mutated, draw) for draw in draws(cell, "strict", seed)]
    refused = sum(not trial.right for trial in trials)
    share = max(trial.share for trial in trials)
    evidence = (
        f"another output; error at most {share:.2f} τ on {len(trials)} input sets of "
        f"{FURTHER + 1} seeds, {refused} of which refuse it for a row or an element"
    )
    return ("under the error budget" if share <= 1 else "unexplained"), evidence


@dataclass(frozen=True)
class _Trial:
    """The kernel and its mutant on one input set; `share` is the mutant's error in units of τ."""

    differs: bool
    right: bool
    share: float
    cycles: tuple[int, int]

    @classmethod
    def of(cls, cell: Cell, program: Program, mutated: Program, draw: Draw) -> "_Trial":
        given = input_set(cell, draw.distribution, draw.seed, poison=True)
        tau = lockfile.tau(cell, draw.distribution)
        honest, other = _run(cell, program, given, tau), _run(cell, mutated, given, tau)
        return cls(
            differs=not np.array_equal(honest.output, other.output),
            right=other.failure is None,
            share=_share(other, tau),
            cycles=(honest.run.cycles, other.run.cycles),
        )


def _share(found: Examination, tau: float | None) -> float:
    """Of the tolerance that an error takes; any error is too much where there is none."""
    if found.comparison is None:
        return np.inf
    error = found.comparison.normalised_error
    if tau is None:
        return np.inf if error else 0.0
    return error / tau


def _run(cell: Cell, program: Program, given: InputSet, tau: float | None) -> Examination:
    found = examine(cell, program, given, strict_rule(tau), lockfile.limits(cell), honest=True)
    return replace(found, output=found.output.copy())
