"""Scores over many cells, each with the number of cells it stands for."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

HEADROOM: Final = 1.02
"""A baseline within 2 % of the bound leaves nothing to gain: such a cell is not ranked by speed."""

Failures = Literal["left out", "as one", "as zero"]
"""How a cell without a correct kernel enters a mean of speedups.

"as one": the user keeps the compiler's kernel. "as zero": the user has nothing, so one failure
makes a geometric mean 0.
"""


@dataclass(frozen=True)
class Estimate:
    """A number over `n` cells; the value is None when there is nothing to take it from."""

    value: float | None
    n: int


@dataclass(frozen=True)
class Interval:
    """A confidence interval."""

    low: float
    high: float


@dataclass(frozen=True)
class Share:
    """`count` of `n` cells."""

    count: int
    n: int

    @property
    def value(self) -> float | None:
        """The share itself; None for no cells."""
        return self.count / self.n if self.n else None

    @property
    def interval(self) -> Interval:
        """The 95 % Wilson interval."""
        return wilson(self.count, self.n)


def has_headroom(baseline: float, bound: float) -> bool:
    """Whether the baseline is far enough above the machine's limit for speed to be scored."""
    return baseline > bound * HEADROOM


def sol_score(cycles: float, baseline: float, bound: float | None) -> float | None:
    """The speed-of-light score, 1 / (1 + (T - T_bound) / (T_baseline - T_bound)).

    0.5 at the baseline, 1 at the bound, towards 0 for slow kernels; None without a bound or without
    headroom. Raises ValueError for fewer cycles than the bound: such a kernel (or bound) is wrong
    and has no score.
    """
    if bound is None or not has_headroom(baseline, bound):
        return None
    if cycles < bound:
        raise ValueError(f"{cycles:g} cycles are fewer than the bound of {bound:g}")
    return 1.0 / (1.0 + (cycles - bound) / (baseline - bound))


def geomean_speedup(speedups: Sequence[float | None], failures: Failures = "left out") -> Estimate:
    """The geometric mean of baseline cycles / kernel cycles; None marks a cell that failed.

    n counts the cells that the mean runs over.
    """
    counted = [speedup for speedup in speedups if speedup is not None]
    failed = len(speedups) - len(counted)
    if failures == "as one":
        counted += [1.0] * failed
    if failures == "as zero" and failed:
        return Estimate(0.0, len(speedups))
    if not counted:
        return Estimate(None, 0)
    return Estimate(math.exp(math.fsum(map(math.log, counted)) / len(counted)), len(counted))


def fast_p(speedups: Sequence[float | None], p: float) -> Share:
    """The share of all cells, failures included, that are correct and more than p times as fast.

    fast_0 is the share of correct cells. The definition is KernelBench's (arXiv 2502.10517).
    """
    fast = sum(1 for speedup in speedups if speedup is not None and speedup > p)
    return Share(fast, len(speedups))


def median_bound_ratio(ratios: Sequence[float | None]) -> Estimate:
    """The median of cycles / bound over the cells that have a bound; None where there is none."""
    known = [ratio for ratio in ratios if ratio is not None]
    return Estimate(statistics.median(known) if known else None, len(known))


def wilson(count: int, n: int, z: float = 1.959964) -> Interval:
    """The Wilson score interval of `count` out of `n`; z = 1.959964 stands for 95 %.

    At 0 of n it reaches from 0 to z² / (n + z²): no success in 5 trials still allows 43 %.
    For n = 0 nothing is known: 0 to 1.
    """
    if not 0 <= count <= n:
        raise ValueError(f"{count} of {n} is not a share")
    if n == 0:
        return Interval(0.0, 1.0)
    centre = count + z * z / 2.0
    spread = z * math.sqrt(count * (n - count) / n + z * z / 4.0)
    size = n + z * z
    low = 0.0 if count == 0 else (centre - spread) / size
    high = 1.0 if count == n else (centre + spread) / size
    return Interval(low, high)
