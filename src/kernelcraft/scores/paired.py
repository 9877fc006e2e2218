"""Two agents on the same cells: differences, intervals and tests that respect the clusters."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from kernelcraft.scores.bootstrap import mean_interval
from kernelcraft.scores.clusters import FloatArray, totals
from kernelcraft.scores.estimate import TAIL, Interval
from kernelcraft.scores.quantiles import student_t

GENERATORS: Final = 14  # of at most 16,384 sign patterns
MIN_DEGREES: Final = 3  # of freedom, for Student's t


@dataclass(frozen=True)
class Paired:
    """A mean difference over `n` cells in `clusters` clusters, its 95 % interval and its p-value.

    p: of the hypothesis that it makes no difference which agent is which; two-sided.
    """

    difference: float | None
    n: int
    clusters: int
    interval: Interval | None = None
    p: float | None = None


def paired_rates(differences: Sequence[float], clusters: Sequence[str]) -> Paired:
    """The mean of per-cell differences of success, each from -1 to 1 (epochs are averaged before).

    The interval is Bonett and Price's (2012): one cell won by either agent is added, so it has
    width even where the agents never differed. The other cells count n / design effect, Student's
    t has the clusters' degrees of freedom. None below 4 clusters.
    """
    d = np.asarray(differences, dtype=np.float64)
    if not len(d):
        return Paired(None, 0, 0)
    sizes = totals(np.ones(len(d)), clusters)
    interval = _bonett_price(d, totals(d, clusters), sizes)
    return Paired(float(d.mean()), len(d), len(sizes), interval, sign_flip_p(d, clusters))


def paired_means(differences: Sequence[float], clusters: Sequence[str]) -> Paired:
    """The mean of per-cell differences of any size, such as logarithms of speedups.

    The interval is a bootstrap-t; None below 8 clusters or where no cell differs.
    """
    if not differences:
        return Paired(None, 0, 0)
    return Paired(
        math.fsum(differences) / len(differences),
        len(differences),
        len(set(clusters)),
        mean_interval(differences, clusters),
        sign_flip_p(differences, clusters),
    )


def sign_flip_p(differences: Sequence[float] | FloatArray, clusters: Sequence[str]) -> float:
    """The share of sign patterns of the clusters' sums with a total as far from 0 as the one seen.

    If the two agents were one, each cluster's sum would have had the other sign as often: the test
    is exact for any number of clusters and any dependence within them. With one cell a cluster
    and successes it is McNemar's exact test. Above 14 clusters that differ, a fixed random
    subgroup of the patterns stands for all, which keeps it exact (Hemerik and Goeman 2018).
    """
    sums = totals(differences, clusters)
    sums = sums[np.abs(sums) > 1e-12]
    reached = abs(sums.sum()) * (1.0 - 1e-12)
    return float((np.abs(_signs(len(sums)) @ sums) >= reached).mean())


@cache
def _signs(count: int) -> FloatArray:
    """A group of sign patterns of this many sums, one a row; with each its opposite."""
    if count <= GENERATORS:
        return np.array(list(itertools.product((-1.0, 1.0), repeat=count)))
    flips = np.random.default_rng(0).integers(0, 2, (GENERATORS, count))
    flips[0] = 1
    chosen = np.array(list(itertools.product((0, 1), repeat=GENERATORS)))
    return np.asarray(1.0 - 2.0 * (chosen @ flips % 2), dtype=np.float64)


def _bonett_price(d: FloatArray, sums: FloatArray, sizes: FloatArray) -> Interval | None:
    count, n = len(sizes), len(d)
    if count <= MIN_DEGREES:
        return None
    mean, square = float(d.mean()), float((d**2).mean())
    largest = float((sizes**2).sum()) / n
    independent = (square - mean**2) / n
    if independent <= 1e-12:
        design_effect = largest  # nothing was seen of how alike a task's cells are
    else:
        clustered = count / (count - 1) * float(((sums - sizes * mean) ** 2).sum()) / n**2
        design_effect = min(max(clustered / independent, 1.0), largest)
    effective = n / design_effect
    centre = mean * effective / (effective + 2.0)
    variance = (square * effective + 2.0) / (effective + 2.0) - centre**2
    half = student_t(1.0 - TAIL, count - 1) * math.sqrt(variance / (effective + 2.0))
    return Interval(max(-1.0, centre - half), min(1.0, centre + half))
