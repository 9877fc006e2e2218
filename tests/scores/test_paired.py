"""Paired comparisons: exact tests against enumeration, intervals and false positives against
agents of known rates."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import pytest

from kernelcraft.scores.estimate import Interval
from kernelcraft.scores.paired import Paired, paired_means, paired_rates, sign_flip_p
from tests.scores.agents import Agent, Benchmark, Rng, coverage, difficulty


def names(count: int) -> list[str]:
    return [f"task{k:02}" for k in range(count)]


@pytest.mark.parametrize(("won", "lost", "equal"), [(5, 0, 3), (7, 2, 0), (4, 4, 1), (0, 0, 6)])
def test_with_a_cell_a_task_it_is_mcnemars_exact_test(won: int, lost: int, equal: int) -> None:
    n = won + lost
    tail = sum(math.comb(n, k) for k in range(min(won, lost) + 1)) / 2**n
    differences = [1.0] * won + [-1.0] * lost + [0.0] * equal
    assert sign_flip_p(differences, names(len(differences))) == pytest.approx(min(1.0, 2 * tail))


def test_cells_of_a_task_change_sign_together() -> None:
    differences, tasks = [1.0, 1.0, 0.0, -1.0, 0.5], ["a", "a", "b", "b", "c"]
    sums = (2.0, -1.0, 0.5)
    totals = [
        sum(sign * each for sign, each in zip(signs, sums, strict=True))
        for signs in itertools.product((-1, 1), repeat=3)
    ]
    direct = sum(abs(total) >= 1.5 for total in totals) / 8
    assert sign_flip_p(differences, tasks) == direct


@pytest.mark.parametrize(
    "sizes", [(1.0,) * 8, (0.3, 1.0, 2.0, 0.1, 0.7, 1.1, 1.9, 0.2), (5.0, *(1.0,) * 9)]
)
def test_the_test_is_exact(sizes: tuple[float, ...]) -> None:
    """Over all sign patterns, which are equally likely if the agents are one."""
    tasks = names(len(sizes))
    found = [
        sign_flip_p([sign * size for sign, size in zip(signs, sizes, strict=True)], tasks)
        for signs in itertools.product((-1, 1), repeat=len(sizes))
    ]
    for level in (0.01, 0.05, 0.1, 0.5):
        assert sum(p <= level for p in found) / len(found) <= level


def test_many_tasks_are_sampled() -> None:
    differences = [1.0] * 15 + [-1.0] * 5
    exact = 2 * sum(math.comb(20, k) for k in range(6)) / 2**20
    assert sign_flip_p(differences, names(20)) == pytest.approx(exact, abs=0.006)
    assert sign_flip_p([1.0] * 30, names(30)) == 1 / 10_000


def test_equal_agents_are_not_certainly_equal() -> None:
    found = paired_rates([0.0] * 20, names(20))
    assert (found.difference, found.p) == (0.0, 1.0)
    assert found.interval is not None
    assert found.interval.low < -0.05 < 0.05 < found.interval.high
    assert paired_means([0.0] * 20, names(20)).interval is None


def test_few_tasks_support_no_interval() -> None:
    assert paired_rates([1.0, 0.0, 1.0], names(3)).interval is None
    assert paired_rates([1.0] * 10, names(2) * 5).interval is None
    assert paired_means([1.0, 2.0, 3.0] * 3, names(9)).interval is None
    assert paired_rates([], []) == paired_means([], []) == Paired(None, 0, 0)


def test_bonett_and_prices_interval_for_cells_alone() -> None:
    won, lost, n = 12, 4, 40
    found = paired_rates([1.0] * won + [-1.0] * lost + [0.0] * (n - won - lost), names(n)).interval
    plus, minus = (won + 1) / (n + 2), (lost + 1) / (n + 2)
    error = math.sqrt((plus + minus - (plus - minus) ** 2) / (n + 2))
    assert found is not None
    assert (found.low + found.high) / 2 == pytest.approx(plus - minus)
    assert (found.high - found.low) / 2 == pytest.approx(2.0227 * error, rel=1e-3)


def differences(first: Agent, second: Agent, benchmark: Benchmark, rng: Rng) -> list[float]:
    """First - second by cell, on cells equally hard for both."""
    hard = difficulty(benchmark, rng)
    a, b = (agent.solves(benchmark, hard, rng).mean(2).ravel() for agent in (first, second))
    return list(a - b)


def held(first: Agent, second: Agent, benchmark: Benchmark, trials: int) -> float:
    def interval(rng: Rng) -> Interval | None:
        found = differences(first, second, benchmark, rng)
        return paired_rates(found, benchmark.cell_clusters).interval

    return coverage(trials, first.rate - second.rate, interval)


EVEN = Agent(0.0, task=2.0, cell=1.0, shared=0.5)
BETTER = Agent(1.5, task=2.0, cell=1.0, shared=0.5)
ALIKE = Agent(2.0, task=2.0, cell=2.0, shared=1.0)
SCENES = [
    (BETTER, EVEN, Benchmark()),
    (EVEN, BETTER, Benchmark(tasks=8)),
    (ALIKE, ALIKE, Benchmark(tasks=10, epochs=3)),
]


@pytest.mark.parametrize(("first", "second", "benchmark"), SCENES)
def test_the_interval_holds_the_true_difference(
    first: Agent, second: Agent, benchmark: Benchmark
) -> None:
    assert held(first, second, benchmark, 500) >= 0.93


@pytest.mark.judge
@pytest.mark.parametrize("epochs", [1, 3])
@pytest.mark.parametrize("tasks", [5, 10, 20])
@pytest.mark.parametrize("skill", [-3.0, 0.0])
@pytest.mark.parametrize("gain", [0.0, 3.0])
@pytest.mark.parametrize("spread", [(0.0, 0.0, 1.0), (2.0, 2.0, 0.9), (3.0, 0.0, 0.3)], ids=str)
def test_the_interval_holds_any_true_difference(
    spread: tuple[float, float, float], gain: float, skill: float, tasks: int, epochs: int
) -> None:
    first, second = Agent(skill + gain, *spread), Agent(skill, *spread)
    assert held(first, second, Benchmark(tasks, epochs=epochs), 1000) >= 0.93


def false_positives(p_values: Sequence[float | None]) -> float:
    """The share of comparisons of an agent with itself that find a difference at 5 %."""
    return sum(p is not None and p < 0.05 for p in p_values) / len(p_values)


def rates_of_one(agent: Agent, benchmark: Benchmark, trials: int) -> list[float | None]:
    rng = np.random.default_rng(1)
    tasks = benchmark.cell_clusters
    return [paired_rates(differences(agent, agent, benchmark, rng), tasks).p for _ in range(trials)]


def speeds_of_one(benchmark: Benchmark, trials: int) -> list[float | None]:
    """Each agent is better at some tasks by chance, as much as the cells differ."""
    rng, found = np.random.default_rng(2), []
    tasks, configurations, _ = benchmark.shape
    for _ in range(trials):
        effects = rng.exponential(0.3, (2, tasks, 1)) + rng.normal(
            0, 0.2, (2, tasks, configurations)
        )
        logs = list((effects[0] - effects[1]).ravel())
        found.append(paired_means(logs, benchmark.cell_clusters).p)
    return found


LUCK = math.sqrt(0.05 * 0.95)  # standard deviation of one false positive at exactly 5 %


def test_an_agent_does_not_differ_from_itself() -> None:
    trials = 400
    allowed = 0.05 + 2 * LUCK / math.sqrt(trials)
    assert false_positives(rates_of_one(EVEN, Benchmark(tasks=12), trials)) <= allowed
    assert false_positives(speeds_of_one(Benchmark(tasks=10), trials)) <= allowed


@pytest.mark.judge
@pytest.mark.parametrize("tasks", [6, 12, 20])
@pytest.mark.parametrize("agent", [EVEN, BETTER, ALIKE])
def test_no_agent_differs_from_itself(agent: Agent, tasks: int) -> None:
    trials = 2000
    allowed = 0.05 + 2 * LUCK / math.sqrt(trials)
    assert false_positives(rates_of_one(agent, Benchmark(tasks), trials)) <= allowed
    assert false_positives(speeds_of_one(Benchmark(tasks), trials)) <= allowed


def test_a_difference_is_found() -> None:
    """The power of the test: with 20 tasks a gain of 25 % of the cells is seldom missed."""
    rng, benchmark = np.random.default_rng(3), Benchmark()
    strong = Agent(2.5, task=2.0, cell=1.0, shared=0.5)
    assert strong.rate - EVEN.rate > 0.25
    found = [
        paired_rates(differences(strong, EVEN, benchmark, rng), benchmark.cell_clusters).p
        for _ in range(100)
    ]
    assert false_positives(found) >= 0.8
