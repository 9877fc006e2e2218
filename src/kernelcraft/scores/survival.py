"""Evaluations to the first pass, where some episodes were cut off before they passed."""

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from kernelcraft.scores.clusters import FloatArray
from kernelcraft.scores.estimate import Estimate
from kernelcraft.scores.rates import rate


@dataclass(frozen=True)
class Trial:
    """An episode: it passed after `evaluations`, or was cut off there by a limit, or gave up.

    Who gives up never passes; who is cut off might have, like the others that came so far.
    """

    evaluations: int
    passed: bool
    cut: bool = False

    @property
    def time(self) -> float:
        """Until when it is known whether the trial passed."""
        return float(self.evaluations) if self.passed or self.cut else math.inf


@dataclass(frozen=True)
class Median:
    """The evaluations within which half of the trials pass; None: half of them never do.

    low, high: the ends of a 95 % interval; None: the end may be never.
    """

    value: int | None
    low: int | None
    high: int | None


@dataclass(frozen=True)
class KaplanMeier:
    """The Kaplan-Meier curve of the trials (J. Am. Stat. Assoc. 53, 1958)."""

    trials: tuple[Trial, ...]
    clusters: tuple[str, ...]

    def at(self, evaluations: int) -> Estimate:
        """The share that passes within this many evaluations, 1 - the product-limit estimate.

        n counts the trials whose state is known then. The share is their mean, each weighted with
        1 / the probability of not being cut off before (the same number: Satten and Datta 2001),
        which makes the interval that of a rate. The value is None beyond the last evaluation that
        anybody was watched for.
        """
        if not self.trials:
            return Estimate(None, 0)
        times = np.array([trial.time for trial in self.trials])
        done = np.array([trial.passed for trial in self.trials]) & (times <= evaluations)
        known = done | (times >= evaluations)
        uncut = self._uncut(np.minimum(times[known], evaluations))
        if abs((1.0 / uncut).sum() - len(times)) > 1e-9 * len(times):
            return Estimate(None, int(known.sum()))
        clusters = [self.clusters[place] for place in np.flatnonzero(known)]
        return rate(done[known].astype(np.float64), clusters, known.mean() / uncut)

    @property
    def median(self) -> Median:
        """Where the curve and its interval reach one half (Brookmeyer and Crowley 1982)."""
        steps = sorted({trial.evaluations for trial in self.trials if trial.passed})

        def first(end: Callable[[Estimate], float]) -> int | None:
            place = bisect_left(steps, 0.5, key=lambda step: end(self.at(step)))
            return steps[place] if place < len(steps) else None

        return Median(
            first(lambda share: share.value or 0.0),
            first(lambda share: share.interval.high if share.interval else 1.0),
            first(lambda share: share.interval.low if share.interval else 0.0),
        )

    def _uncut(self, times: FloatArray) -> FloatArray:
        """The probability of not being cut off before each time; passes come before cuts."""
        ends = np.array([trial.time for trial in self.trials])
        cuts, here = np.unique([t.time for t in self.trials if t.cut], return_counts=True)
        watched = (ends > cuts[:, None]).sum(1) + here
        left = np.concatenate(([1.0], np.cumprod(1.0 - here / watched)))
        return np.asarray(left[np.searchsorted(cuts, times)], dtype=np.float64)


def kaplan_meier(trials: Sequence[Trial], clusters: Sequence[str]) -> KaplanMeier:
    """The curve of these trials. Raises ValueError for one that both passed and was cut off."""
    if len(trials) != len(clusters) or any(trial.passed and trial.cut for trial in trials):
        raise ValueError("every trial has a cluster and one end")
    return KaplanMeier(tuple(trials), tuple(clusters))
