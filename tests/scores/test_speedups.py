"""Geometric means of speedups against direct computation and agents of known speed."""

from __future__ import annotations

import math
from typing import get_args

import numpy as np
import pytest

from kernelcraft.scores.estimate import Estimate, Interval
from kernelcraft.scores.speedups import Failures, geomean_speedup
from tests.scores.agents import Agent, Benchmark, Rng, coverage, difficulty


def test_failures_are_shown_three_ways() -> None:
    speedups = [2.0, None, 8.0, None]
    left_out = geomean_speedup(speedups)
    as_one = geomean_speedup(speedups, "as one")
    assert left_out.value == pytest.approx(4.0)
    assert as_one.value == pytest.approx(2.0)
    assert (left_out.n, as_one.n) == (2, 4)
    assert geomean_speedup(speedups, "as zero") == Estimate(0.0, 4)


def test_without_failures_all_three_are_the_same() -> None:
    speedups = [0.5, 3.0, 7.0]
    direct = math.prod(speedups) ** (1 / 3)
    for failures in get_args(Failures):
        estimate = geomean_speedup(speedups, failures)
        assert estimate.value == pytest.approx(direct)
        assert estimate.n == 3


def test_the_mean_of_nothing() -> None:
    assert geomean_speedup([]) == Estimate(None, 0)
    assert geomean_speedup([None, None]) == Estimate(None, 0)
    assert geomean_speedup([None, None], "as one") == Estimate(1.0, 2)


def test_few_tasks_and_equal_ones_support_no_interval() -> None:
    tasks = [f"task{k}" for k in range(10)]
    assert geomean_speedup([1.0, 2.0] * 5, clusters=tasks).interval is not None
    assert geomean_speedup([1.0, 2.0] * 5, clusters=[*tasks[:9], tasks[0]]).interval is None
    assert geomean_speedup([1.0] * 10, clusters=tasks).interval is None
    assert geomean_speedup([*[2.0, 3.0] * 4, 2.0, None], clusters=tasks).interval is None
    assert geomean_speedup([2.0, None] * 5, "as zero", tasks) == Estimate(0.0, 10, 10)


def speeds(benchmark: Benchmark, skewed: bool, rng: Rng) -> list[float]:
    """Logarithms of speedups, by task and cell; their true mean is 0.5."""
    tasks, configurations, epochs = benchmark.shape
    effects = rng.exponential(0.5, tasks) if skewed else rng.normal(0.5, 0.3, tasks)
    noise = rng.normal(0.0, 0.1, (tasks, configurations, epochs))
    return list((effects[:, None, None] + noise).ravel())


def held(
    benchmark: Benchmark, agent: Agent, failures: Failures, skewed: bool, trials: int
) -> float:
    """How often the interval holds the true geometric mean."""
    truth = 0.5 if failures == "left out" else 0.5 * agent.rate

    def interval(rng: Rng) -> Interval | None:
        solved = agent.solves(benchmark, difficulty(benchmark, rng), rng).ravel()
        logs = speeds(benchmark, skewed, rng)
        speedups = [math.exp(x) if ok else None for x, ok in zip(logs, solved, strict=True)]
        return geomean_speedup(speedups, failures, benchmark.clusters).interval

    return coverage(trials, math.exp(truth), interval)


GOOD = Agent(4.0, task=1.0)
EVEN = Agent(0.5, task=1.0)


@pytest.mark.parametrize(
    ("benchmark", "agent", "failures", "skewed"),
    [
        (Benchmark(), GOOD, "left out", False),
        (Benchmark(), EVEN, "as one", True),
        (Benchmark(tasks=10), GOOD, "left out", False),
    ],
)
def test_the_interval_holds_the_true_mean(
    benchmark: Benchmark, agent: Agent, failures: Failures, skewed: bool
) -> None:
    assert held(benchmark, agent, failures, skewed, 400) >= 0.93


@pytest.mark.judge
@pytest.mark.parametrize("skewed", [False, True])
@pytest.mark.parametrize("failures", ["left out", "as one"])
@pytest.mark.parametrize("agent", [GOOD, EVEN])
@pytest.mark.parametrize("tasks", [12, 16, 20, 50])
def test_the_interval_holds_any_true_mean(
    tasks: int, agent: Agent, failures: Failures, skewed: bool
) -> None:
    assert held(Benchmark(tasks), agent, failures, skewed, 2000) >= 0.93


def test_the_interval_is_the_same_every_time_and_in_any_order() -> None:
    speedups = [float(x) for x in np.linspace(1.0, 3.0, 40)]
    tasks = [f"task{k % 13}" for k in range(40)]
    found = geomean_speedup(speedups, clusters=tasks).interval
    again = geomean_speedup(speedups[::-1], clusters=tasks[::-1]).interval
    assert found is not None
    assert again is not None
    assert (found.low, found.high) == pytest.approx((again.low, again.high), rel=1e-9)
