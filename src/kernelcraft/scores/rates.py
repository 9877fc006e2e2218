"""Rates of clustered successes, with an interval that stays honest at 0 of n and n of n."""

import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from kernelcraft.scores.clusters import FloatArray, totals
from kernelcraft.scores.estimate import TAIL, Estimate, Interval


def rate(
    values: Sequence[float] | Sequence[bool] | FloatArray,
    clusters: Sequence[str],
    weights: Sequence[float] | FloatArray | None = None,
) -> Estimate:
    """The mean of values from 0 to 1 (successes are 0 and 1) with a beta-binomial interval.

    Each cluster has a rate of its own, drawn from a beta distribution of mean p and intraclass
    correlation rho; the likelihood of the clusters' sums is averaged over rho, which has the prior
    Beta(1, 1/2): little is known of it from few clusters, nothing at all at 0 of n. The ends are
    Clopper and Pearson's (Biometrika 26, 1934): the lower one under the prior p^-1, the upper one
    under (1 - p)^-1. With one observation a cluster the interval is exactly theirs. Values between
    0 and 1 vary less than successes of the same mean, so it is wide enough for them, too.

    n counts the observations. weights: how many observations each one stands for, 1 by default;
    their sum should be what is known. Raises ValueError for values outside 0..1.
    """
    y = np.asarray(values, dtype=np.float64)
    if not len(y):
        return Estimate(None, 0)
    if y.min() < 0.0 or y.max() > 1.0:
        raise ValueError("a rate is made of values from 0 to 1")
    w = np.ones(len(y)) if weights is None else np.asarray(weights, dtype=np.float64)
    successes, sizes = totals(y * w, clusters), totals(w, clusters)
    mean = float(successes.sum() / sizes.sum())
    posterior = _posterior(successes, sizes)
    low = 0.0 if mean <= 0.0 else _quantile(posterior.sum(1) * _grid().low_prior, TAIL)
    high = 1.0 if mean >= 1.0 else _quantile(posterior.sum(1) * _grid().high_prior, 1.0 - TAIL)
    rho = float((posterior.sum(0) * _grid().rho).sum() / posterior.sum())
    design_effect = 1.0 + rho * max(0.0, float((sizes**2).sum() / sizes.sum()) - 1.0)
    return Estimate(
        mean,
        len(y),
        len(sizes),
        Interval(min(low, mean), max(high, mean)),
        float(sizes.sum()) / design_effect,
    )


def fast_p(speedups: Sequence[float | None], p: float, clusters: Sequence[str]) -> Estimate:
    """The share of all cells, failures (None) included, that are more than p times as fast.

    fast_0 is the share of correct cells. The definition is KernelBench's (arXiv 2502.10517).
    """
    return rate([speedup is not None and speedup > p for speedup in speedups], clusters)


class _Grid(NamedTuple):
    """Points of p (rows, equally likely under Jeffreys' prior) and of rho (columns)."""

    p: FloatArray
    rho: FloatArray
    rho_prior: FloatArray
    low_prior: FloatArray  # relative to Jeffreys'
    high_prior: FloatArray


@cache
def _grid(rows: int = 400, columns: int = 21) -> _Grid:
    angle = (np.arange(rows) + 0.5) / rows * math.pi / 2.0
    u = np.linspace(0.0, 1.0, columns)  # the prior's distribution function of rho
    trapezoids = np.where((u == 0.0) | (u == 1.0), 0.5, 1.0)
    rho = np.minimum(1.0 - (1.0 - u) ** 2, 1.0 - 1e-9)
    return _Grid(np.sin(angle) ** 2, rho, trapezoids, 1.0 / np.tan(angle), np.tan(angle))


def _posterior(successes: FloatArray, sizes: FloatArray) -> FloatArray:
    """The likelihood of the clusters' sums on the grid, times the priors; any scale.

    A beta-binomial probability is a product of one factor for each success, failure and trial of a
    cluster; a fraction of a success enters with that power of its factor.
    """
    grid = _grid()
    success, failure = grid.p[:, None] * (1.0 - grid.rho), (1.0 - grid.p[:, None]) * (1 - grid.rho)
    log = np.zeros_like(success)
    for j in range(math.ceil(float(sizes.max()))):
        for base, counts in ((success, successes), (failure, sizes - successes)):
            if power := float(np.clip(counts - j, 0.0, 1.0).sum()):
                log += power * np.log(base + j * grid.rho)
        log -= np.clip(sizes - j, 0.0, 1.0).sum() * np.log(1.0 - grid.rho + j * grid.rho)
    scaled: FloatArray = np.exp(log - log.max()) * grid.rho_prior
    return scaled


def _quantile(density: FloatArray, probability: float) -> float:
    """Where on the grid of p a density has this much below it."""
    below = np.cumsum(density) - density / 2.0
    return float(np.interp(probability, below / density.sum(), _grid().p))
