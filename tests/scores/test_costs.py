"""Cost per solved cell."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcraft.scores.costs import cost_per_solved
from kernelcraft.scores.estimate import Estimate, Interval
from tests.scores.agents import Agent, Benchmark, Rng, coverage, difficulty


def test_failures_are_paid_too() -> None:
    found = cost_per_solved([1.0, 2.0, 3.0], [True, False, True], ["a", "b", "c"])
    assert found == Estimate(3.0, 2, 3)


def test_an_unknown_price_and_no_success_have_no_cost() -> None:
    assert cost_per_solved([1.0, None], [True, True], ["a", "b"]).value is None
    assert cost_per_solved([1.0, 2.0], [False, False], ["a", "b"]).value is None


@pytest.mark.parametrize("tasks", [12, 20])
def test_the_interval_holds_the_true_cost(tasks: int) -> None:
    agent, benchmark = Agent(1.0, task=1.0), Benchmark(tasks)

    def interval(rng: Rng) -> Interval | None:
        solved = agent.solves(benchmark, difficulty(benchmark, rng), rng).ravel()
        own = np.repeat(rng.gamma(4.0, 0.25, tasks), benchmark.configurations)
        costs = own * rng.gamma(9.0, 1.0 / 9.0, len(own))
        return cost_per_solved(list(costs), list(solved > 0), benchmark.clusters).interval

    assert coverage(400, 1.0 / agent.rate, interval) >= 0.93
