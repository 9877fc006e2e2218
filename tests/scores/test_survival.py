"""The Kaplan-Meier curve against a published one, the product limit and agents of known pace."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcraft.scores.estimate import Estimate, Interval
from kernelcraft.scores.rates import rate
from kernelcraft.scores.survival import KaplanMeier, Median, Trial, kaplan_meier
from tests.scores.agents import Rng, coverage


def curve(text: str) -> KaplanMeier:
    """Trials such as "6" (passed), "6+" (cut off) and "6x" (gave up), each a task of its own."""
    trials = [
        Trial(int(end.rstrip("+x")), end.isdigit(), end.endswith("+")) for end in text.split()
    ]
    return kaplan_meier(trials, [f"task{k}" for k in range(len(trials))])


REMISSION = "6 6 6 6+ 7 9+ 10 10+ 11+ 13 16 17+ 19+ 20+ 22 23 25+ 32+ 32+ 34+ 35+"
"""Weeks under 6-MP: Freireich and others, Blood 21, 1963."""


@pytest.mark.parametrize(
    ("time", "remaining"),
    [
        (5, 1.0),
        (6, 0.857),
        (7, 0.807),
        (9, 0.807),
        (10, 0.753),
        (13, 0.690),
        (16, 0.627),
        (22, 0.538),
        (23, 0.448),
        (35, 0.448),
    ],
)
def test_the_leukaemia_data_of_the_textbooks(time: int, remaining: float) -> None:
    value = curve(REMISSION).at(time).value
    assert value is not None
    assert 1.0 - value == pytest.approx(remaining, abs=6e-4)


def test_its_median() -> None:
    median = curve(REMISSION).median
    assert (median.value, median.high) == (23, None)
    assert median.low is not None
    assert 10 <= median.low <= 16  # 13 in the textbooks, by other intervals


def test_beyond_the_last_one_watched_nothing_is_known() -> None:
    assert curve("1 2+ 3+").at(4) == Estimate(None, 1)
    assert curve("1 2+ 3").at(4).value == 1.0
    assert curve("1 2+ 3x").at(4).value == pytest.approx(1 / 3)


def test_by_hand() -> None:
    found = curve("1 2+ 3 3x")  # 1/4 passes at 1; 1/2 of those left at 3
    assert [found.at(k).value for k in range(4)] == pytest.approx([0.0, 0.25, 0.25, 0.625])
    assert [found.at(k).n for k in range(4)] == [4, 4, 4, 3]
    assert found.median.value == 3


def product_limit(trials: list[Trial], time: int) -> float:
    left = 1.0
    for step in sorted({t.evaluations for t in trials if t.passed and t.evaluations <= time}):
        passed = sum(t.passed and t.evaluations == step for t in trials)
        left *= 1.0 - passed / sum(t.time >= step for t in trials)
    return 1.0 - left


def test_against_the_product_limit() -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        ends = rng.choice(["passed", "cut", "gave up"], 15)
        trials = [Trial(int(rng.integers(1, 9)), e == "passed", e == "cut") for e in ends]
        found = kaplan_meier(trials, ["task"] * 15)
        for time in range(10):
            value = found.at(time).value
            if value is not None:
                assert value == pytest.approx(product_limit(trials, time))


def test_without_cuts_it_is_the_rate() -> None:
    found, tasks = curve("1 2 2x 5"), [f"task{k}" for k in range(4)]
    assert found.at(2) == rate([True, True, False, False], tasks)
    assert found.at(9) == rate([True, True, False, True], tasks)


def test_nobody_passes() -> None:
    found = curve("3x 4+ 5x")
    assert found.median == Median(None, None, None)
    assert found.at(3).value == 0.0
    assert kaplan_meier([], []).at(1) == Estimate(None, 0)
    assert kaplan_meier([], []).median == Median(None, None, None)


def test_a_trial_has_one_end() -> None:
    with pytest.raises(ValueError, match="one end"):
        kaplan_meier([Trial(1, passed=True, cut=True)], ["a"])


def race(tasks: int, rng: Rng) -> KaplanMeier:
    """Five cells a task: half of the tasks pass an evaluation with 5 %, the others with 25 %.

    2 % give up at each evaluation; a limit cuts each off after 3 to 20.
    """
    trials, names = [], []
    for task in range(tasks):
        pace = 0.05 if rng.random() < 0.5 else 0.25
        for _ in range(5):
            limit = int(rng.integers(3, 21))
            passed, gave_up = rng.geometric(pace), rng.geometric(0.02)
            end = min(limit, passed, gave_up)
            won = passed == end
            trials.append(Trial(int(end), bool(won), bool(not won and gave_up > limit)))
            names.append(f"task{task}")
    return kaplan_meier(trials, names)


def truth(evaluations: int) -> float:
    """Passing by then before giving up, without any limit; both at once is a pass."""
    shares = []
    for pace in (0.05, 0.25):
        goes_on = (1 - pace) * 0.98
        shares.append(pace * (1 - goes_on**evaluations) / (1 - goes_on))
    return sum(shares) / 2


@pytest.mark.parametrize(("tasks", "evaluations"), [(20, 5), (20, 15), (8, 10)])
def test_the_interval_holds_the_true_share(tasks: int, evaluations: int) -> None:
    def interval(rng: Rng) -> Interval | None:
        return race(tasks, rng).at(evaluations).interval

    assert coverage(200, truth(evaluations), interval) >= 0.93


@pytest.mark.judge
@pytest.mark.parametrize("tasks", [6, 10, 20])
@pytest.mark.parametrize("evaluations", [1, 3, 5, 10, 19])
def test_the_interval_holds_any_true_share(tasks: int, evaluations: int) -> None:
    def interval(rng: Rng) -> Interval | None:
        return race(tasks, rng).at(evaluations).interval

    assert coverage(1000, truth(evaluations), interval) >= 0.93
