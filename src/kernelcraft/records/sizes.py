"""What a generator's kernels are worth at several sizes: the share right, the mean, the worst."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kernelcraft.records.verdict import AtSize, Verdict


@dataclass(frozen=True)
class Standing:
    """Over the published sizes of a task, or over hidden ones.

    speedup: the geometric mean of baseline cycles / cycles, where a wrong size counts as 1 (its
    baseline is kept); None without cycles. worst: the first wrong size, or else the slowest beside
    its baseline.
    """

    right: int
    count: int
    speedup: float | None
    worst: AtSize | None

    @property
    def share(self) -> float:
        """Of the sizes, those with a right kernel."""
        return self.right / self.count if self.count else 0.0

    def __str__(self) -> str:
        if not self.count:
            return "0 of 0"
        mean = "" if self.speedup is None else f", {self.speedup:.3f}x"
        return f"{self.right} of {self.count}{mean}"


def standing(results: Sequence[AtSize]) -> Standing:
    """Of some sizes."""
    right = [each for each in results if each.correct]
    timed = [each for each in results if each.baseline_cycles]
    logs = [math.log(each.speedup or 1.0) for each in timed]
    wrong = next((each for each in results if not each.correct), None)
    slowest = min(right, key=lambda each: each.speedup or 1.0, default=None)
    speedup = math.exp(sum(logs) / len(logs)) if logs else None
    return Standing(len(right), len(results), speedup, wrong or slowest)


def published(verdict: Verdict) -> Standing:
    """At the sizes that the agent could try."""
    return standing([each for each in verdict.sizes if not each.hidden])


def hidden(verdict: Verdict) -> Standing:
    """At the sizes that nobody knew: what a generator is worth."""
    return standing([each for each in verdict.sizes if each.hidden])
