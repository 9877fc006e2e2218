"""Speed of light at its edges."""

import itertools

import pytest

from kernelcraft.scores.estimate import Estimate
from kernelcraft.scores.light import has_headroom, median_bound_ratio, sol_score


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


def test_median_bound_ratio_runs_over_cells_with_bounds() -> None:
    assert median_bound_ratio([None, None]) == Estimate(None, 0)
    for ratios in itertools.permutations([1.5, None, 4.0, 2.0]):
        assert median_bound_ratio(ratios) == Estimate(2.0, 3)
