"""What a reward looks at: one kernel's fate, from a verdict or from an attempt's record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kernelcraft.records.attempt import Attempt
from kernelcraft.records.verdict import Failure, Verdict
from kernelcraft.scores.light import has_headroom, sol_score

UNTRUE: Final[frozenset[Failure | None]] = frozenset(("dishonest", "disagreement", "quarantined"))
"""Failures that smell of a hack, or of a mistake of ours: worth nothing, and said."""


@dataclass(frozen=True)
class Outcome:
    """A kernel's fate; `cycles`, `baseline` and `bound` are None where they are unknown.

    `assembled` says that its text is a program, `right` that its output is.
    """

    assembled: bool
    right: bool
    cycles: int | None = None
    baseline: int | None = None
    bound: int | None = None
    suspicious: bool = False

    @classmethod
    def of_verdict(cls, verdict: Verdict | None) -> Outcome:
        """What grading found; without a verdict nothing was handed in."""
        if verdict is None:
            return cls(assembled=False, right=False)
        return cls(
            assembled=verdict.failure != "syntax",
            right=verdict.correct,
            cycles=verdict.cycles,
            baseline=verdict.baseline_cycles,
            bound=verdict.bound_cycles,
            suspicious=verdict.failure in UNTRUE,
        )

    @classmethod
    def of_attempt(cls, attempt: Attempt, baseline: int | None, bound: int | None) -> Outcome:
        """What the public inputs showed; a kernel that ran to no end counts as not assembled."""
        assembled = attempt.correct or attempt.cycles is not None
        return cls(assembled, attempt.correct, attempt.cycles, baseline, bound)

    @property
    def speedup(self) -> float | None:
        """Over the baseline."""
        return self.baseline / self.cycles if self.baseline and self.cycles else None

    @property
    def headroom(self) -> bool:
        """Whether there is something to gain, as far as it is known."""
        known = self.baseline is not None and self.bound is not None
        return not known or has_headroom(self.baseline or 0, self.bound or 0)

    @property
    def light(self) -> float | None:
        """The speed-of-light score from 0 to 1; None without bound, baseline, headroom, cycles.

        A kernel below its bound has the score 1: who grades quarantines it, who watches public
        inputs only does not.
        """
        if self.cycles is None or self.baseline is None or self.bound is None:
            return None
        return sol_score(max(self.cycles, self.bound), self.baseline, self.bound)
