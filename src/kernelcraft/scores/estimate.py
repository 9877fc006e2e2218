"""What every estimator gives: a number, how much it stands on, and how sure it is."""

from dataclasses import dataclass
from typing import Final

TAIL: Final = 0.025
"""The probability beyond each end of a 95 % interval."""


@dataclass(frozen=True)
class Interval:
    """A 95 % confidence interval."""

    low: float
    high: float


@dataclass(frozen=True)
class Estimate:
    """A number over `n` observations in `clusters` clusters.

    A cluster is one task on one platform: its configurations and epochs resemble each other, so
    they are drawn (and resampled) together. value: None when there is nothing to take it from.
    interval: None when n does not support one. effective: as how many independent observations
    the n count, n / design effect; rates only.
    """

    value: float | None
    n: int
    clusters: int = 0
    interval: Interval | None = None
    effective: float | None = None
