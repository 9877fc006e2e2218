"""Means of speedups, baseline cycles / kernel cycles, with failures shown three ways."""

import math
from collections.abc import Sequence
from typing import Literal

from kernelcraft.scores.bootstrap import mean_interval
from kernelcraft.scores.estimate import Estimate, Interval

Failures = Literal["left out", "as one", "as zero"]
"""How a cell without a correct kernel enters a mean of speedups.

"as one": the user keeps the compiler's kernel. "as zero": the user has nothing, so one failure
makes a geometric mean 0.
"""


def geomean_speedup(
    speedups: Sequence[float | None],
    failures: Failures = "left out",
    clusters: Sequence[str] | None = None,
) -> Estimate:
    """The geometric mean of speedups; None marks a cell that failed.

    n counts the cells that the mean runs over. With clusters it has a bootstrap-t interval, made
    from the logarithms.
    """
    names = clusters if clusters is not None else [""] * len(speedups)
    replaced = None if failures == "left out" else 1.0
    filled = [replaced if speedup is None else speedup for speedup in speedups]
    counted = [(v, who) for v, who in zip(filled, names, strict=True) if v is not None]
    if not counted:
        return Estimate(None, 0)
    logs, kept = [math.log(value) for value, _ in counted], [who for _, who in counted]
    found = 0 if clusters is None else len(set(kept))
    if failures == "as zero" and None in speedups:
        return Estimate(0.0, len(speedups), found)
    interval = None if clusters is None else mean_interval(logs, kept)
    return Estimate(
        math.exp(math.fsum(logs) / len(logs)),
        len(logs),
        found,
        interval and Interval(math.exp(interval.low), math.exp(interval.high)),
    )
