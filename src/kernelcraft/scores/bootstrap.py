"""Bootstrap-t intervals over clusters, for means and ratios that are not rates."""

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from kernelcraft.scores.clusters import FloatArray, totals
from kernelcraft.scores.estimate import TAIL, Interval
from kernelcraft.scores.quantiles import student_t

RESAMPLES: Final = 1999
MIN_CLUSTERS: Final = 8
"""With this many the simulated intervals hold the truth in 93 % of the cases even where tasks
differ as an exponential distribution does; outliers such as one task in ten need more."""


def mean_interval(values: Sequence[float], clusters: Sequence[str]) -> Interval | None:
    """The interval of a mean over all observations; None below 8 clusters or without spread."""
    return ratio_interval(values, [1.0] * len(values), clusters)


def ratio_interval(
    above: Sequence[float],
    below: Sequence[float],
    clusters: Sequence[str],
    *,
    logarithmic: bool = False,
) -> Interval | None:
    """The bootstrap-t interval (Efron 1982) of sum(above) / sum(below), clusters resampled whole.

    The standard error is the jackknife's, one cluster left out at a time. Each end is at least as
    far away as Student's t has it: alone, the bootstrap holds the truth in 92 % of the simulated
    cases at 8 to 12 tasks. logarithmic: studentise the logarithm of a positive ratio. Always the
    same draws. None below 8 clusters that add to `below`, or where all clusters agree, or all but
    so few that many draws have no other: no spread was seen, which does not mean there is none.
    """
    a, b = totals(above, clusters), totals(below, clusters)
    if np.count_nonzero(b) < MIN_CLUSTERS or (logarithmic and a.sum() <= 0.0):
        return None
    centre = float(_value(a.sum(), b.sum(), logarithmic))
    error = float(_jackknife(a, b, logarithmic))
    nothing = 1e-12 * max(1.0, abs(centre))
    if error <= nothing:
        return None
    drawn = np.random.default_rng(0).integers(0, len(a), (RESAMPLES, len(a)))
    values = _value(a[drawn].sum(-1), b[drawn].sum(-1), logarithmic)
    errors = _jackknife(a[drawn], b[drawn], logarithmic)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = (values - centre) / np.where(errors <= nothing, 0.0, errors)
    t = np.sort(np.nan_to_num(t, nan=0.0, posinf=np.inf, neginf=-np.inf))
    tail, student = round((RESAMPLES + 1) * TAIL), student_t(1.0 - TAIL, len(a) - 1)
    lowest, highest = float(t[tail - 1]), float(t[-tail])
    if math.isinf(lowest) or math.isinf(highest):
        return None
    low, high = centre - max(student, highest) * error, centre - min(-student, lowest) * error
    return Interval(math.exp(low), math.exp(high)) if logarithmic else Interval(low, high)


def _value(above: FloatArray, below: FloatArray, logarithmic: bool) -> FloatArray:
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = above / below
        return np.log(ratio) if logarithmic else ratio


def _jackknife(above: FloatArray, below: FloatArray, logarithmic: bool) -> FloatArray:
    """The standard error of the ratio of the sums over the last axis."""
    count = above.shape[-1]
    rest = _value(
        above.sum(-1, keepdims=True) - above, below.sum(-1, keepdims=True) - below, logarithmic
    )
    with np.errstate(invalid="ignore"):
        spread = ((rest - rest.mean(-1, keepdims=True)) ** 2).sum(-1)
    error: FloatArray = np.sqrt((count - 1) / count * spread)
    return error
