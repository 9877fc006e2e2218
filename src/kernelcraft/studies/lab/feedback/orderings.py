"""What must hold of the episodes: a kind of feedback helps on the defects it is made for, only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from kernelcraft.scores.estimate import Estimate
from kernelcraft.scores.paired import Paired, paired_means
from kernelcraft.scores.rates import rate
from kernelcraft.studies.lab.feedback.doubt import DEFECTS, MADE_FOR
from kernelcraft.studies.lab.feedback.experiment import ALL, NONE, THREE, Episode, Kernel
from kernelcraft.workbench.feedback import KINDS, Feedback
from kernelcraft.workbench.results import Kind

SURE: Final = 0.05
"""The largest p-value of a difference that is believed."""
ELSEWHERE: Final = 1.0
"""So many evaluations a kind of feedback may save on defects that it is not made for."""


@dataclass(frozen=True)
class Ordering:
    """`better` feedback mends a kind of kernel in fewer evaluations than `worse`, or does not."""

    kernel: Kernel
    better: Feedback
    worse: Feedback
    differs: bool

    def __str__(self) -> str:
        verb = "takes fewer evaluations than" if self.differs else "is no better than"
        return f"{self.kernel}: {self.better} {verb} {self.worse}"


def orderings() -> Iterator[Ordering]:
    """Alone against none, and all against all but one; elsewhere alone against none."""
    for defect in DEFECTS:
        for kind in KINDS:
            made = MADE_FOR[defect] == kind
            yield Ordering(defect, Feedback.only(kind), NONE, made)
            if made:
                yield Ordering(defect, ALL, Feedback.without(kind), True)
    yield Ordering(THREE, ALL, NONE, True)


@dataclass(frozen=True)
class Results:
    """The episodes of an experiment, and what they say."""

    episodes: tuple[Episode, ...]

    @cached_property
    def _spent(self) -> dict[tuple[Kernel, Feedback], dict[tuple[str, int], int]]:
        found: dict[tuple[Kernel, Feedback], dict[tuple[str, int], int]] = {}
        for each in self.episodes:
            place = found.setdefault((each.kernel, each.feedback), {})
            place[each.cell, each.number] = each.spent
        return found

    def of(self, kernel: Kernel, feedback: Feedback) -> list[Episode]:
        """The episodes of one kind of kernel under one choice of feedback."""
        return [e for e in self.episodes if e.kernel == kernel and e.feedback == feedback]

    def mean(self, kernel: Kernel, feedback: Feedback) -> float:
        """The mean number of evaluations until a kernel was mended."""
        spent = self._spent[kernel, feedback].values()
        return sum(spent) / len(spent)

    def mended(self, kernel: Kernel, feedback: Feedback) -> Estimate:
        """The share of kernels that were mended within the budget."""
        found = self.of(kernel, feedback)
        return rate([each.mended is not None for each in found], [each.cell for each in found])

    def saved(self, kernel: Kernel, better: Feedback, worse: Feedback) -> Paired:
        """How many evaluations fewer, of the same kernels with the same blind order."""
        here, there = self._spent[kernel, better], self._spent[kernel, worse]
        return paired_means(
            [float(there[key] - here[key]) for key in here], [cell for cell, _ in here]
        )

    def holds(self, ordering: Ordering) -> bool:
        """Whether the episodes show it."""
        found = self.saved(ordering.kernel, ordering.better, ordering.worse)
        saved = found.difference or 0.0
        if not ordering.differs:
            return saved < ELSEWHERE
        return saved > 0.0 and found.p is not None and found.p <= SURE

    def broken(self) -> list[Ordering]:
        """The orderings that do not hold."""
        return [ordering for ordering in orderings() if not self.holds(ordering)]


def made_for(kind: Kind) -> Sequence[Kernel]:
    """The defects that a kind of feedback names."""
    return [defect for defect in DEFECTS if MADE_FOR[defect] == kind]
