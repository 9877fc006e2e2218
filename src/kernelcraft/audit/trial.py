"""One suspect before the grader, right after an honest run whose answer may still lie about."""

from collections.abc import Callable
from dataclasses import dataclass

from kernelcraft.audit.known import Public
from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import CHEATS, ODDITIES, Family, families, families_in
from kernelcraft.grading import lockfile
from kernelcraft.grading.examination import examine
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.tolerance import strict_rule
from kernelcraft.grading.verification import draws, grade, refusal
from kernelcraft.records.verdict import Failure, Rules, Verdict

Say = Callable[[str], None]
"""Hears what is being done."""
HERE = "kernelcraft.audit"
SEED = 1
"""Decides every input of the report card, so that two runs of it give the same page."""


@dataclass(frozen=True)
class Trial:
    """A job: the honest kernel on the first input set, then the suspect's whole grading."""

    cell: str
    kernel: str
    rules: Rules = "strict"
    second_run: bool = True

    def perform(self) -> Verdict:
        """The suspect's verdict."""
        cell = load_cell(self.cell)
        leave_an_answer(cell)
        return grade(cell, self.kernel, self.rules, seed=SEED, second_run=self.second_run)

    def failed(self, failure: Failure, message: str) -> Verdict:
        """A verdict without numbers."""
        return refusal(load_cell(self.cell), self.kernel, self.rules, SEED, failure, message)


def leave_an_answer(cell: Cell) -> None:
    """Run the baseline on the first set that a suspect will be graded on.

    If the grader did not stage its machine anew, the right output would be there already.
    """
    first = draws(cell, "strict", SEED)[0]
    given = input_set(cell, first.distribution, first.seed, poison=True)
    program = cell.platform.assemble(baseline(cell))
    rule = strict_rule(lockfile.tau(cell, first.distribution))
    examine(cell, program, given, rule, lockfile.limits(cell), honest=True)


def red_team(platform: str) -> tuple[Family, ...]:
    """The cheats against a platform: its own, then those that follow from its baselines."""
    return (*families(platform, CHEATS), *families_in(f"{HERE}.cheats", platform))


def odd_kernels(platform: str) -> tuple[Family, ...]:
    """The honest oddities of a platform: its own, then those that follow from its baselines."""
    return (*families(platform, ODDITIES), *families_in(f"{HERE}.oddities", platform))


KNOWN = Public()
