"""Repeats an accepted run: in a new process, on the reference machine, by a second model.

The reference machine is asked if the run is short, the platform's independent model of its data
flow wherever it has one and the run is not too long for it. Whoever disagrees quarantines the cell:
one of the machines is wrong, and no kernel may win on that.
"""

import hashlib
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.protocol import FloatArray
from kernelcraft.grading.check import Refusal
from kernelcraft.grading.child import Killed, Refused, run_fresh
from kernelcraft.grading.designed import Proposed
from kernelcraft.grading.examination import Examination
from kernelcraft.grading.input_set import spent_set
from kernelcraft.isa.program import Program
from kernelcraft.sim.run import Limits
from kernelcraft.sim.state import State

REFERENCE_BELOW: Final = 50_000
"""Executed instructions from which on the reference machine would take too long."""
WALL_SECONDS: Final = 60.0
FRESH: Final = "a fresh process"
REFERENCE: Final = "the reference machine"
MODEL: Final = "the independent model"
OPINIONS: Final = (REFERENCE, MODEL)
"""Those that do not share the simulator's code; the model shares no routine either."""
QUARANTINE: Final = "the cell is quarantined until we know which of them is wrong"


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
    """Of the second run; `reference` and `model` are None where these were not asked.

    `model` is the output's hash: a model of the data flow knows no cycles.
    """

    fresh: Outcome
    reference: Outcome | None
    model: str | None


@dataclass(frozen=True)
class SecondRun:
    """The job of the new process: the first input set of the grading, drawn again."""

    cell: str
    kernel: str
    seed: int
    limits: Limits
    reference: bool
    model: bool = True
    groups: bool = False
    proposed: Proposed | None = None

    @property
    def needs(self) -> str:
        """The cell's machine, and inputs that come again; nothing where proposals are needed."""
        if self.proposed is not None:
            return ""
        return f"{self.cell} {self.seed}" if self.groups else self.cell

    def perform(self) -> Outcomes:
        """Assemble, stage and run anew."""
        if self.proposed is not None:
            self.proposed.learn()
        cell = load_cell(self.cell)
        program = cell.platform.assemble(self.kernel)
        staged = spent_set(cell, "normal", self.seed).staged
        once = not (self.reference or self.model)
        run = cell.platform.run(program, staged if once else staged.copy(), self.limits)
        fresh, instructions = _outcome(cell, run.cycles, run.state), run.instructions
        del run  # its memory is taken again
        opinion = (
            cell.platform.second_opinion(program, staged, instructions) if self.model else None
        )
        model = None if opinion is None else _outcome(cell, 0, opinion).output
        reference = self._reference(cell, program, staged) if self.reference else None
        return Outcomes(fresh, reference, model)

    def _reference(self, cell: Cell, program: Program, staged: State) -> Outcome:
        """On the staged memory itself, as the last one who needs it."""
        run = cell.platform.run(program, staged, self.limits, reference=True)
        return _outcome(cell, run.cycles, run.state)


def _outcome(cell: Cell, cycles: int, state: State) -> Outcome:
    return Outcome.of(cycles, cell.platform.read(cell.memory_map.output, state))


@dataclass(frozen=True)
class Confirmation:
    """Who repeated the run with the same result; `refused` says who did not."""

    by: tuple[str, ...]
    refused: Refusal | None


def confirm(
    cell: Cell,
    kernel: str,
    seed: int,
    limits: Limits,
    first: Examination,
    seconds: float = WALL_SECONDS,
    *,
    opinions: bool = True,
    groups: bool = False,
) -> Confirmation:
    """Whether everyone who can repeats the output, and the cycles, of `first` with `seed`.

    Without `opinions` only the fresh process is asked. `groups`: the seed comes again. Raises
    Killed where somebody keeps killing the new process.
    """
    short = first.run.instructions < REFERENCE_BELOW and cell.platform.described
    job = SecondRun(cell.name, kernel, seed, limits, short and opinions, opinions, groups)
    try:
        again = run_fresh(replace(job, proposed=Proposed.of(cell)), seconds)
    except Killed:
        raise
    except Refused as error:
        message = f"the second run was not finished: {error}"
        return Confirmation((), Refusal("crash", message))
    return compare(Outcome.of(first.run.cycles, first.output), again)


def compare(expected: Outcome, again: Outcomes) -> Confirmation:
    """Everyone's outcome with the expected one; the first who differs ends it."""
    modelled = None if again.model is None else replace(expected, output=again.model)
    by: list[str] = []
    for who, outcome in (
        (FRESH, again.fresh),
        (REFERENCE, again.reference),
        (MODEL, modelled),
    ):
        if outcome is None:
            continue
        refused = _compare(who, expected, outcome)
        if refused is not None:
            return Confirmation(tuple(by), refused)
        by.append(who)
    return Confirmation(tuple(by), None)


def _compare(who: str, expected: Outcome, found: Outcome) -> Refusal | None:
    if expected.cycles != found.cycles:
        cycles = f"{found.cycles:,} cycles in {who}, {expected.cycles:,} before"
        message = f"the same kernel and inputs took {cycles}"
    elif expected.output != found.output:
        message = f"the same kernel and inputs gave another output in {who}"
    else:
        return None
    return Refusal("disagreement", f"{message}: {QUARANTINE}")
