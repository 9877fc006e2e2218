"""What an agent has after this many turns, evaluations or tokens of the budget it was given."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from kernelcraft.scores.estimate import Estimate
from kernelcraft.scores.rates import rate
from kernelcraft.scores.speedups import geomean_speedup

STEPS: Final = (1, 2, 5)


class Pass(NamedTuple):
    """A correct kernel, what had been spent when it was found, and its speedup if known."""

    spent: int
    speedup: float | None


@dataclass(frozen=True)
class Moment:
    """What there is at one budget: the share of episodes solved, and the geometric mean of the best
    speedups so far with what is not solved yet as 1."""

    budget: int
    solved: Estimate
    speedup: Estimate


def anytime(
    episodes: Sequence[Sequence[Pass]], budgets: Sequence[int], clusters: Sequence[str]
) -> tuple[Moment, ...]:
    """The best-so-far curve of the episodes' passes at these budgets.

    An episode that ended stays where it was: the curve is about the budget that was given, and
    its end is the agent's score. Passes without a speedup count as solved, not as speed.
    """
    return tuple(_moment(episodes, budget, clusters) for budget in budgets)


def budgets(largest: int) -> tuple[int, ...]:
    """1, 2, 5, 10, 20, ... below the largest, and the largest itself."""
    decades = (step * 10**power for power in range(len(str(largest))) for step in STEPS)
    return (*(each for each in decades if each < largest), largest) if largest > 0 else ()


def _moment(episodes: Sequence[Sequence[Pass]], budget: int, clusters: Sequence[str]) -> Moment:
    found = [[each for each in passes if each.spent <= budget] for passes in episodes]
    best = [_best(passes) for passes in found]
    timed = [
        (speedup, cluster)
        for speedup, passes, cluster in zip(best, found, clusters, strict=True)
        if speedup is not None or not passes
    ]
    speedups, names = [speedup for speedup, _ in timed], [name for _, name in timed]
    solved = rate([bool(passes) for passes in found], clusters)
    return Moment(budget, solved, geomean_speedup(speedups, "as one", names))


def _best(passes: Sequence[Pass]) -> float | None:
    return max((each.speedup for each in passes if each.speedup is not None), default=None)
