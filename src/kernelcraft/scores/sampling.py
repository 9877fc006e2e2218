"""What k independent episodes of a cell are worth, from n >= k of them, without bias."""

from collections.abc import Sequence
from math import comb


def pass_at_k(n: int, correct: int, k: int) -> float:
    """The probability that at least one of k episodes is correct: 1 - C(n - c, k) / C(n, k).

    The estimator is unbiased (Codex, arXiv 2107.03374). Raises ValueError unless 1 <= k <= n.
    """
    _check(n, k)
    return 1.0 - comb(n - correct, k) / comb(n, k)


def speedup_at_k(speedups: Sequence[float | None], k: int) -> float:
    """The expected speedup of the best of k episodes; failures (None) count as 0.

    With the n speedups from slow to fast: the sum of C(j - 1, k - 1) / C(n, k) times the j-th.
    The estimator is ParEval's (arXiv 2401.12554). Raises ValueError unless 1 <= k <= n.
    """
    n = len(speedups)
    _check(n, k)
    ranked = sorted(speedup or 0.0 for speedup in speedups)
    return sum(comb(j, k - 1) / comb(n, k) * speedup for j, speedup in enumerate(ranked))


def _check(n: int, k: int) -> None:
    if not 1 <= k <= n:
        raise ValueError(f"{n} episodes say nothing about the best of {k}")
