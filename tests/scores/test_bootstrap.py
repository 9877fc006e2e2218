"""The bootstrap-t interval against its definition, written out."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kernelcraft.scores.bootstrap import RESAMPLES, mean_interval, ratio_interval
from kernelcraft.scores.quantiles import student_t

TASKS = [f"task{k:02}" for k in range(12)]
ABOVE = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0, 5.0, 3.0, 5.0, 8.0]
BELOW = [1.0, 2.0, 1.0, 3.0, 1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 1.0, 2.0]


def jackknife(a: list[float], b: list[float]) -> float:
    rest = [(sum(a) - x) / (sum(b) - y) for x, y in zip(a, b, strict=True)]
    mean = sum(rest) / len(rest)
    return math.sqrt((len(rest) - 1) / len(rest) * sum((each - mean) ** 2 for each in rest))


def test_against_the_definition() -> None:
    ratio, error = sum(ABOVE) / sum(BELOW), jackknife(ABOVE, BELOW)
    drawn = np.random.default_rng(0).integers(0, 12, (RESAMPLES, 12))
    t = []
    for places in drawn:
        a, b = [ABOVE[k] for k in places], [BELOW[k] for k in places]
        t.append((sum(a) / sum(b) - ratio) / jackknife(a, b))
    t.sort()
    found = ratio_interval(ABOVE, BELOW, TASKS)
    assert found is not None
    student = student_t(0.975, 11)
    assert t[1949] > student > -t[49]  # the 1950th of 1999: 97.5 %
    assert found.low == pytest.approx(ratio - t[1949] * error)
    assert found.high == pytest.approx(ratio + student * error)


def test_cells_of_a_task_are_drawn_together() -> None:
    split = ratio_interval([x / 2 for x in ABOVE] * 2, [x / 2 for x in BELOW] * 2, [*TASKS, *TASKS])
    assert split == ratio_interval(ABOVE, BELOW, TASKS)


def test_the_interval_moves_with_the_values() -> None:
    found, moved = mean_interval(ABOVE, TASKS), mean_interval([10 + 2 * x for x in ABOVE], TASKS)
    assert found is not None
    assert moved is not None
    assert moved.low == pytest.approx(10 + 2 * found.low)
    assert moved.high == pytest.approx(10 + 2 * found.high)


def test_a_logarithmic_interval_is_of_a_positive_number() -> None:
    wild = [0.01] * 11 + [50.0]
    plain, logarithmic = (
        ratio_interval(wild, BELOW, TASKS, logarithmic=choice) for choice in (False, True)
    )
    assert plain is not None
    assert logarithmic is not None
    assert plain.low < 0.0 < logarithmic.low
    assert ratio_interval([0.0] * 12, BELOW, TASKS, logarithmic=True) is None


def test_too_few_tasks_or_no_spread() -> None:
    assert mean_interval([0.0] * 11 + [1e-3], TASKS) is None  # a third of the draws are all zero
    assert mean_interval(ABOVE[:7], TASKS[:7]) is None
    assert mean_interval([2.0] * 12, TASKS) is None
    assert ratio_interval(ABOVE, [1.0] * 7 + [0.0] * 5, TASKS) is None


def test_one_task_unlike_all_others_is_too_few_for_an_interval() -> None:
    tasks = [f"task{k:02}" for k in range(22)]
    solved = [105.0] * 21 + [104.0]  # many draws have only the 21, and no spread
    costs = [105.0] * 22
    assert ratio_interval(costs, solved, tasks) is None
    assert ratio_interval(costs, solved, tasks, logarithmic=True) is None
