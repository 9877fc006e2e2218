"""Simulated agents whose true scores are known, and how often an interval holds the truth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kernelcraft.scores.clusters import FloatArray
from kernelcraft.scores.estimate import Interval

Rng = np.random.Generator


@dataclass(frozen=True)
class Benchmark:
    """Tasks, their configurations and epochs; names of the tasks, one for each episode."""

    tasks: int = 20
    configurations: int = 5
    epochs: int = 1

    @property
    def shape(self) -> tuple[int, int, int]:
        return (self.tasks, self.configurations, self.epochs)

    @property
    def cell_clusters(self) -> list[str]:
        return [f"task{task:03}" for task in range(self.tasks) for _ in range(self.configurations)]

    @property
    def clusters(self) -> list[str]:
        return [name for name in self.cell_clusters for _ in range(self.epochs)]


@dataclass(frozen=True)
class Agent:
    """Solves with log-odds `skill`, plus normal deviations by task and by cell.

    `task`, `cell`: their standard deviations. Part `shared` of their variances is difficulty that
    all agents meet; the rest is the agent's own.
    """

    skill: float
    task: float = 0.0
    cell: float = 0.0
    shared: float = 1.0

    @property
    def rate(self) -> float:
        """The true share of solved cells, over all tasks there could be."""
        x, w = np.polynomial.hermite_e.hermegauss(80)
        spread = np.hypot(self.task, self.cell)
        return float((w * _logistic(self.skill + spread * x)).sum() / w.sum())

    def solves(self, benchmark: Benchmark, difficulty: Difficulty, rng: Rng) -> FloatArray:
        """0 or 1 for each task, configuration and epoch."""
        own = _deviations(benchmark, rng)
        common, rest = np.sqrt(self.shared), np.sqrt(1.0 - self.shared)
        log_odds = (
            self.skill
            + self.task * (common * difficulty.task + rest * own.task)
            + self.cell * (common * difficulty.cell + rest * own.cell)
        )
        return (rng.random(benchmark.shape) < _logistic(log_odds)).astype(np.float64)


@dataclass(frozen=True)
class Difficulty:
    """Standard normal deviations of tasks and cells."""

    task: FloatArray
    cell: FloatArray


def _deviations(benchmark: Benchmark, rng: Rng) -> Difficulty:
    tasks, configurations, _ = benchmark.shape
    return Difficulty(rng.normal(size=(tasks, 1, 1)), rng.normal(size=(tasks, configurations, 1)))


def difficulty(benchmark: Benchmark, rng: Rng) -> Difficulty:
    """How hard the tasks and cells are, for all agents."""
    return _deviations(benchmark, rng)


def coverage(
    trials: int, truth: float, interval: Callable[[Rng], Interval | None], seed: int = 0
) -> float:
    """The share of intervals that hold the truth; at most one trial in three may give none."""
    rng = np.random.default_rng(seed)
    found = [each for each in (interval(rng) for _ in range(trials)) if each is not None]
    assert len(found) >= 2 * trials / 3
    return sum(each.low <= truth <= each.high for each in found) / len(found)


def _logistic(log_odds: FloatArray) -> FloatArray:
    found: FloatArray = 1.0 / (1.0 + np.exp(-log_odds))
    return found
