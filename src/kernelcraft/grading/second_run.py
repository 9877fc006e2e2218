"""Runs an accepted kernel again in a new process and, if it is short, on the reference machine."""

import hashlib
from dataclasses import dataclass
from typing import Final

import numpy as np

from kernelcraft.grading.child import Refused, run_fresh
from kernelcraft.grading.examination import Examination
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.verdict import Failure
from kernelcraft.kernels.cell import Cell, load_cell
from kernelcraft.platforms.platform import FloatArray
from kernelcraft.sim.run import Limits

REFERENCE_BELOW: Final = 50_000
"""Executed instructions from which on the reference machine would take too long."""
WALL_SECONDS: Final = 60.0


@dataclass(frozen=True)
class Outcome:
    """What two runs must have in common."""

    cycles: int
    output: str  # hash of the values

    @classmethod
    def of(cls, cycles: int, output: FloatArray) -> "Outcome":
        """Every bit of the output counts."""
        values = np.ascontiguousarray(output, np.float64)
        return cls(cycles, hashlib.sha256(values.tobytes()).hexdigest())


@dataclass(frozen=True)
class Outcomes:
    """Of the second run; `reference` is None where that machine was not asked."""

    fresh: Outcome
    reference: Outcome | None


@dataclass(frozen=True)
class SecondRun:
    """The job of the new process: the first input set of the grading, drawn again."""

    cell: str
    kernel: str
    seed: int
    limits: Limits
    reference: bool

    def perform(self) -> Outcomes:
        """Assemble, stage and run anew."""
        return Outcomes(self._run(False), self._run(True) if self.reference else None)

    def _run(self, reference: bool) -> Outcome:
        cell = load_cell(self.cell)
        program = cell.platform.assemble(self.kernel)
        state = input_set(cell, "normal", self.seed, poison=True).staged
        run = cell.platform.run(program, state, self.limits, reference=reference)
        return Outcome.of(run.cycles, cell.platform.read(cell.memory_map.output, run.state))


@dataclass(frozen=True)
class Disagreement:
    """Why the second run does not confirm the first."""

    failure: Failure
    message: str


def confirm(
    cell: Cell, kernel: str, seed: int, limits: Limits, first: Examination
) -> Disagreement | None:
    """None if the second run gives the same output and cycles as `first` did with `seed`."""
    short = first.run.instructions < REFERENCE_BELOW
    try:
        again = run_fresh(SecondRun(cell.name, kernel, seed, limits, short), WALL_SECONDS)
    except Refused as error:
        return Disagreement("crash", f"the second run was not finished: {error}")
    expected = Outcome.of(first.run.cycles, first.output)
    return _compare("a fresh process", expected, again.fresh) or (
        _compare("the reference machine", expected, again.reference) if again.reference else None
    )


def _compare(where: str, expected: Outcome, found: Outcome) -> Disagreement | None:
    if expected.cycles != found.cycles:
        cycles = f"{found.cycles:,} cycles in {where}, {expected.cycles:,} before"
        return Disagreement("disagreement", f"the same kernel and inputs took {cycles}")
    if expected.output != found.output:
        message = f"the same kernel and inputs gave another output in {where}"
        return Disagreement("disagreement", message)
    return None
