"""The generalisation gap: how much worse kernels are where nothing was published."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from kernelcraft.records.episode import Conditions
from kernelcraft.scores.estimate import Estimate
from kernelcraft.scores.rates import rate
from kernelcraft.scores.speedups import geomean_speedup

PLACES: Final[Mapping[Conditions, str]] = {
    "held-out": "at held-out ones",
    "variants": "on variants",
}
OTHERS: Final = tuple(PLACES)


@dataclass(frozen=True)
class Result:
    """One graded cell or episode; `speedup` is None without a correct kernel or a baseline."""

    task: str
    correct: bool
    speedup: float | None


@dataclass(frozen=True)
class Side:
    """Results under the same conditions; the speedup is the geometric mean over correct ones."""

    n: int
    correct: int
    success: Estimate
    speedup: Estimate


@dataclass(frozen=True)
class Gap:
    """Published sizes against `conditions`, over the tasks that have results under both."""

    agent: str
    tasks: int
    published: Side
    other: Side
    conditions: Conditions
    rules: str = ""

    @property
    def correct(self) -> float:
        """How much less often kernels are right than at published sizes: a share from -1 to 1."""
        return self.published.correct / self.published.n - self.other.correct / self.other.n

    @property
    def speed(self) -> float | None:
        """The speedup as a multiple of the published one; None where one is unknown."""
        ours, theirs = self.other.speedup.value, self.published.speedup.value
        return None if ours is None or theirs is None else ours / theirs

    def record(self) -> dict[str, object]:
        """As data."""
        return {**asdict(self), "gap_correct": self.correct, "speed_ratio": self.speed}

    def sentence(self) -> str:
        """Both sides and the gap in one line."""
        speed = "" if self.speed is None else f", {self.speed:.3f}x as fast against the baseline"
        return (
            f"{self.agent}: {_share(self.published)} correct at published sizes, "
            f"{_share(self.other)} {PLACES[self.conditions]} (gap {self.correct:+.0%}{speed})"
        )


def gap(
    agent: str,
    published: Sequence[Result],
    other: Sequence[Result],
    conditions: Conditions,
    rules: str = "",
) -> Gap | None:
    """The gap over the tasks that both have; None where there are no such."""
    both = {each.task for each in published} & {each.task for each in other}
    if not both:
        return None
    ours, theirs = (
        _side([each for each in all_ if each.task in both]) for all_ in (published, other)
    )
    return Gap(agent, len(both), ours, theirs, conditions, rules)


def _side(results: Sequence[Result]) -> Side:
    correct, clusters = [each.correct for each in results], [each.task for each in results]
    return Side(
        len(results),
        sum(correct),
        rate(correct, clusters),
        geomean_speedup([each.speedup for each in results], clusters=clusters),
    )


def _share(side: Side) -> str:
    return f"{side.correct} of {side.n}"
