"""Rates against published intervals, direct computation and agents of known rates."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kernelcraft.scores.estimate import Estimate, Interval
from kernelcraft.scores.rates import _grid, _posterior, fast_p, rate
from tests.scores.agents import Agent, Benchmark, Rng, coverage, difficulty


def alone(count: int, n: int) -> Estimate:
    return rate([True] * count + [False] * (n - count), [f"task{place}" for place in range(n)])


@pytest.mark.parametrize(
    ("count", "n", "low", "high"),
    [
        (0, 5, 0.0, 0.5218),
        (5, 5, 0.4782, 1.0),
        (1, 10, 0.0025, 0.4450),
        (4, 20, 0.0573, 0.4366),
        (81, 263, 0.2526, 0.3677),
    ],
)
def test_independent_cells_have_clopper_and_pearsons_published_interval(
    count: int, n: int, low: float, high: float
) -> None:
    interval = alone(count, n).interval
    assert interval is not None
    assert interval.low == pytest.approx(low, abs=2e-4)
    assert interval.high == pytest.approx(high, abs=2e-4)


@pytest.mark.parametrize(("count", "n"), [(3, 17), (9, 10), (50, 100)])
def test_at_the_ends_the_binomial_tails_are_a_fortieth(count: int, n: int) -> None:
    interval = alone(count, n).interval
    assert interval is not None

    def tail(p: float, ks: range) -> float:
        return sum(math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in ks)

    assert tail(interval.low, range(count, n + 1)) == pytest.approx(0.025, rel=0.01)
    assert tail(interval.high, range(count + 1)) == pytest.approx(0.025, rel=0.01)


def test_the_likelihood_is_the_beta_binomials() -> None:
    successes, sizes = np.array([0.0, 2.0, 5.0]), np.array([3.0, 4.0, 5.0])
    grid, found = _grid(), _posterior(successes, sizes)
    found = found / grid.rho_prior

    def direct(p: float, rho: float) -> float:
        a, b = p * (1 - rho) / rho, (1 - p) * (1 - rho) / rho

        def log_beta(x: float, y: float) -> float:
            return math.lgamma(x) + math.lgamma(y) - math.lgamma(x + y)

        pairs = zip(successes, sizes, strict=True)
        return math.exp(sum(log_beta(s + a, n - s + b) - log_beta(a, b) for s, n in pairs))

    places = [(50, 3), (200, 10), (399, 15)]
    shape = [found[place] / direct(grid.p[place[0]], grid.rho[place[1]]) for place in places]
    assert shape == pytest.approx([shape[0]] * len(shape))


def test_no_success_and_no_failure_are_not_certain() -> None:
    for n in (1, 3, 100):
        none, all_ = alone(0, n).interval, alone(n, n).interval
        assert none is not None
        assert all_ is not None
        assert (none.low, all_.high) == (0.0, 1.0)
        assert none.high == pytest.approx(1 - 0.025 ** (1 / n), abs=1e-3)
        assert all_.low == pytest.approx(0.025 ** (1 / n), abs=1e-3)


def test_cells_of_the_same_tasks_count_less() -> None:
    same = rate([True] * 10 + [False] * 10, [task for task in "abcd" for _ in range(5)])
    mixed = rate([True, False] * 10, [task for task in "abcd" for _ in range(5)])
    free = alone(10, 20)
    assert (same.n, same.clusters, same.value) == (20, 4, 0.5)
    assert same.effective is not None
    assert mixed.effective is not None
    assert same.effective < 6 < mixed.effective < 20 == free.effective

    def width(found: Estimate) -> float:
        assert found.interval is not None
        return found.interval.high - found.interval.low

    assert width(same) > width(mixed) > width(free)


def test_nothing_is_known_of_nothing() -> None:
    assert rate([], []) == Estimate(None, 0)


def test_an_interval_holds_its_rate() -> None:
    found = rate([1.0] * 100 + [0.0] * 9, ["big"] * 100 + [f"task{k}" for k in range(9)])
    assert found.value is not None
    assert found.interval is not None
    assert found.interval.low <= found.value <= found.interval.high


def test_weights_are_numbers_of_observations() -> None:
    weighted = rate([1.0, 0.0, 0.5], ["a", "b", "b"], [2.0, 1.0, 2.0])
    repeated = rate([1.0, 1.0, 0.0, 0.5, 0.5], ["a", "a", "b", "b", "b"])
    assert weighted.value == repeated.value == pytest.approx(0.6)
    assert weighted.interval == repeated.interval
    assert (weighted.n, repeated.n) == (3, 5)


def test_the_order_of_the_observations_does_not_matter() -> None:
    values, tasks = [True, False, False, True, False, True], list("aabbbc")
    assert rate(values, tasks) == rate(values[::-1], tasks[::-1])


@pytest.mark.parametrize("value", [-0.1, 1.1])
def test_what_is_no_share_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        rate([value], ["a"])


@pytest.mark.parametrize(("p", "count"), [(0.0, 4), (0.9, 3), (1.0, 2), (2.0, 1), (3.0, 0)])
def test_fast_p_counts_over_all_cells(p: float, count: int) -> None:
    speedups, tasks = [0.5, 1.0, 1.5, 3.0, None], list("abcde")
    assert fast_p(speedups, p, tasks) == alone(count, 5)


HARD = Agent(-4.0, task=2.0, cell=1.0)
EVEN = Agent(0.0, task=1.5, cell=1.0)
SCENES = [
    (HARD, Benchmark()),
    (EVEN, Benchmark(tasks=10)),
    (EVEN, Benchmark(tasks=6, configurations=3, epochs=3)),
    (Agent(3.0, task=3.0), Benchmark()),
    (Agent(-2.0), Benchmark(tasks=8)),
]


def held(agent: Agent, benchmark: Benchmark, trials: int) -> float:
    def interval(rng: Rng) -> Interval | None:
        solved = agent.solves(benchmark, difficulty(benchmark, rng), rng)
        return rate(solved.ravel(), benchmark.clusters).interval

    return coverage(trials, agent.rate, interval)


@pytest.mark.parametrize(("agent", "benchmark"), SCENES)
def test_the_interval_holds_the_true_rate(agent: Agent, benchmark: Benchmark) -> None:
    assert held(agent, benchmark, 300) >= 0.93


@pytest.mark.judge
@pytest.mark.parametrize("epochs", [1, 3])
@pytest.mark.parametrize("tasks", [4, 10, 20])
@pytest.mark.parametrize("spread", [(0.0, 0.0), (2.0, 2.0), (5.0, 0.0)], ids=str)
@pytest.mark.parametrize("skill", [-4.0, 0.0, 3.0])
def test_the_interval_holds_any_true_rate(
    skill: float, spread: tuple[float, float], tasks: int, epochs: int
) -> None:
    assert held(Agent(skill, *spread), Benchmark(tasks, epochs=epochs), 1000) >= 0.93
