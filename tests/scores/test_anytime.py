"""Best-so-far curves against direct computation."""

from __future__ import annotations

import pytest

from kernelcraft.scores.anytime import Pass, anytime, budgets
from kernelcraft.scores.rates import rate
from kernelcraft.scores.speedups import geomean_speedup

EPISODES: tuple[list[Pass], ...] = (
    [Pass(2, 0.5), Pass(4, 2.0), Pass(5, 1.5)],
    [],
    [Pass(3, 8.0)],
    [Pass(1, None)],
)
TASKS = ["a", "a", "b", "c"]


@pytest.mark.parametrize(
    ("budget", "solved", "speedups"),
    [
        (0, 0, [None, None, None, None]),
        (1, 1, [None, None, None]),
        (2, 2, [0.5, None, None]),
        (3, 3, [0.5, None, 8.0]),
        (4, 3, [2.0, None, 8.0]),
        (9, 3, [2.0, None, 8.0]),
    ],
)
def test_the_best_so_far(budget: int, solved: int, speedups: list[float | None]) -> None:
    (moment,) = anytime(EPISODES, [budget], TASKS)
    assert moment.solved.value == solved / 4
    assert moment.speedup.value == geomean_speedup(speedups, "as one").value
    assert moment.speedup.n == len(speedups)  # a pass without a baseline has no speedup


def test_its_shares_have_the_intervals_of_rates() -> None:
    (moment,) = anytime(EPISODES, [2], TASKS)
    assert moment.solved == rate([True, False, False, True], TASKS)


def test_the_curve_never_falls() -> None:
    shares = [moment.solved.value or 0.0 for moment in anytime(EPISODES, range(10), TASKS)]
    speeds = [moment.speedup.value or 0.0 for moment in anytime(EPISODES, range(2, 10), TASKS)]
    assert shares == sorted(shares)
    assert speeds == sorted(speeds)


def test_budgets() -> None:
    assert budgets(0) == ()
    assert budgets(1) == (1,)
    assert budgets(15) == (1, 2, 5, 10, 15)
    assert budgets(200) == (1, 2, 5, 10, 20, 50, 100, 200)
