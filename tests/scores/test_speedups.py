"""Scores against direct computation, and at their edges."""

import itertools
import math
from typing import get_args

import pytest

from kernelcraft.grading.scores import (
    Estimate,
    Failures,
    Interval,
    Share,
    fast_p,
    geomean_speedup,
    has_headroom,
    median_bound_ratio,
    sol_score,
    wilson,
)


@pytest.mark.parametrize(
    ("cycles", "score"), [(100, 1.0), (200, 0.5), (150, 2 / 3), (400, 0.25), (1000, 0.1)]
)
def test_sol_score_is_one_at_the_bound_and_a_half_at_the_baseline(
    cycles: float, score: float
) -> None:
    assert sol_score(cycles, baseline=200, bound=100) == pytest.approx(score)


def test_sol_score_needs_a_bound_and_headroom() -> None:
    assert sol_score(150, baseline=200, bound=None) is None
    assert sol_score(101, baseline=102, bound=100) is None
    assert not has_headroom(baseline=102, bound=100)
    assert has_headroom(baseline=102.1, bound=100)


def test_a_kernel_below_the_bound_has_no_score() -> None:
    with pytest.raises(ValueError, match="99 cycles are fewer than the bound of 100"):
        sol_score(99, baseline=200, bound=100)


def test_geomean_speedup_shows_failures_three_ways() -> None:
    speedups = [2.0, None, 8.0, None]
    left_out = geomean_speedup(speedups)
    as_one = geomean_speedup(speedups, "as one")
    assert left_out.value == pytest.approx(4.0)
    assert as_one.value == pytest.approx(2.0)
    assert (left_out.n, as_one.n) == (2, 4)
    assert geomean_speedup(speedups, "as zero") == Estimate(0.0, 4)


def test_geomean_speedup_without_failures_is_the_same_three_ways() -> None:
    speedups = [0.5, 3.0, 7.0]
    direct = math.prod(speedups) ** (1 / 3)
    for failures in get_args(Failures):
        estimate = geomean_speedup(speedups, failures)
        assert estimate.value == pytest.approx(direct)
        assert estimate.n == 3


def test_geomean_speedup_of_nothing() -> None:
    assert geomean_speedup([]) == Estimate(None, 0)
    assert geomean_speedup([None, None]) == Estimate(None, 0)
    assert geomean_speedup([None, None], "as one") == Estimate(1.0, 2)


@pytest.mark.parametrize(("p", "count"), [(0.0, 4), (0.9, 3), (1.0, 2), (2.0, 1), (3.0, 0)])
def test_fast_p_counts_over_all_cells(p: float, count: int) -> None:
    assert fast_p([0.5, 1.0, 1.5, 3.0, None], p) == Share(count, 5)


def test_a_share_of_nothing_is_unknown() -> None:
    assert fast_p([], 1.0).value is None
    assert fast_p([], 1.0).interval == Interval(0.0, 1.0)
    assert Share(1, 4).value == 0.25


@pytest.mark.parametrize(
    ("count", "n", "low", "high"),
    [(0, 5, 0.0, 0.4345), (5, 5, 0.5655, 1.0), (1, 10, 0.0179, 0.4042), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_against_published_values(count: int, n: int, low: float, high: float) -> None:
    interval = wilson(count, n)
    assert interval.low == pytest.approx(low, abs=2e-4)
    assert interval.high == pytest.approx(high, abs=2e-4)


@pytest.mark.parametrize(("count", "n"), [(0, 1), (0, 50), (50, 50), (7, 20), (19, 20)])
def test_wilson_ends_where_the_share_is_z_deviations_away(count: int, n: int) -> None:
    interval = wilson(count, n)
    for end in {interval.low, interval.high} - {0.0, 1.0}:
        deviation = math.sqrt(end * (1 - end) / n)
        assert abs(count / n - end) == pytest.approx(1.959964 * deviation)


def test_wilson_is_honest_at_the_ends() -> None:
    for n in (1, 3, 100):
        assert wilson(0, n).low == 0.0
        assert wilson(0, n).high > 0.0
        assert wilson(n, n).high == 1.0
        assert wilson(n, n).low < 1.0


@pytest.mark.parametrize(("count", "n"), [(-1, 5), (6, 5), (1, 0)])
def test_wilson_refuses_what_is_no_share(count: int, n: int) -> None:
    with pytest.raises(ValueError, match="not a share"):
        wilson(count, n)


def test_median_bound_ratio_runs_over_cells_with_bounds() -> None:
    assert median_bound_ratio([None, None]) == Estimate(None, 0)
    for ratios in itertools.permutations([1.5, None, 4.0, 2.0]):
        assert median_bound_ratio(ratios) == Estimate(2.0, 3)
