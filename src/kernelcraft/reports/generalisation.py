"""The generalisation gap: how much worse kernels are at sizes that were not published."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from kernelcraft.scores.estimate import Estimate
from kernelcraft.scores.rates import rate
from kernelcraft.scores.speedups import geomean_speedup


@dataclass(frozen=True)
class Result:
    """One graded cell or episode; `speedup` is None without a correct kernel or a baseline."""

    task: str
    correct: bool
    speedup: float | None


@dataclass(frozen=True)
class Side:
    """Results at one kind of sizes; the speedup is the geometric mean over the correct ones."""

    n: int
    correct: int
    success: Estimate
    speedup: Estimate


@dataclass(frozen=True)
class Gap:
    """Published against held-out sizes, over the tasks that have results at both."""

    agent: str
    tasks: int
    published: Side
    held_out: Side

    @property
    def correct(self) -> float:
        """How much less often kernels are right at held-out sizes, as a share from -1 to 1."""
        return self.published.correct / self.published.n - self.held_out.correct / self.held_out.n

    @property
    def speed(self) -> float | None:
        """Held-out speedup as a multiple of the published one; None where one is unknown."""
        ours, theirs = self.held_out.speedup.value, self.published.speedup.value
        return None if ours is None or theirs is None else ours / theirs

    def record(self) -> dict[str, object]:
        """As data."""
        return {**asdict(self), "gap_correct": self.correct, "speed_ratio": self.speed}

    def sentence(self) -> str:
        """Both sides and the gap in one line."""
        speed = "" if self.speed is None else f", {self.speed:.3f}x as fast against the baseline"
        return (
            f"{self.agent}: {_share(self.published)} correct at published sizes, "
            f"{_share(self.held_out)} at held-out ones (gap {self.correct:+.0%}{speed})"
        )


def gap(agent: str, published: Sequence[Result], held_out: Sequence[Result]) -> Gap | None:
    """The gap over the tasks that both have; None where there are no such."""
    both = {each.task for each in published} & {each.task for each in held_out}
    if not both:
        return None
    sides = (_side([each for each in all_ if each.task in both]) for all_ in (published, held_out))
    return Gap(agent, len(both), *sides)


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
