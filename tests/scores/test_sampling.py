"""pass@k and speedup@k against all subsets of k episodes."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import pytest

from kernelcraft.scores.sampling import pass_at_k, speedup_at_k

SPEEDUPS = (
    [None, 0.5, 1.0, 1.0, 3.0, None],
    [None, None, None],
    [2.0],
    [0.1, 7.0, 2.0, 5.0, 5.0, 1.5, None],
)
CASES = [(speedups, k) for speedups in SPEEDUPS for k in range(1, len(speedups) + 1)]


@pytest.mark.parametrize(("speedups", "k"), CASES)
def test_over_all_subsets(speedups: Sequence[float | None], k: int) -> None:
    subsets = list(itertools.combinations(speedups, k))
    passed = sum(any(s is not None for s in subset) for subset in subsets) / len(subsets)
    fastest = sum(max(s or 0.0 for s in subset) for subset in subsets) / len(subsets)
    correct = sum(s is not None for s in speedups)
    assert pass_at_k(len(speedups), correct, k) == pytest.approx(passed)
    assert speedup_at_k(speedups, k) == pytest.approx(fastest)


@pytest.mark.parametrize(("n", "k"), [(3, 4), (0, 1), (3, 0)])
def test_fewer_than_k_episodes_say_nothing(n: int, k: int) -> None:
    with pytest.raises(ValueError, match="say nothing"):
        pass_at_k(n, 0, k)
    with pytest.raises(ValueError, match="say nothing"):
        speedup_at_k([1.0] * n, k)


def test_both_are_unbiased() -> None:
    rng = np.random.default_rng(0)
    rate, n, k, repeats = 0.3, 6, 3, 20_000
    solved = rng.random((repeats, n)) < rate
    times = rng.exponential(1.0, (repeats, n))
    passed = [pass_at_k(n, int(row.sum()), k) for row in solved]
    best = [
        speedup_at_k([t if ok else None for t, ok in zip(*row, strict=True)], k)
        for row in zip(times, solved, strict=True)
    ]
    truth = np.where(rng.random((repeats, k)) < rate, rng.exponential(1.0, (repeats, k)), 0.0)
    assert np.mean(passed) == pytest.approx(1 - (1 - rate) ** k, abs=0.005)
    assert np.mean(best) == pytest.approx(truth.max(1).mean(), abs=0.02)
