"""Speed of light: how near cycles are to the machine's limit for a cell."""

import statistics
from collections.abc import Sequence
from typing import Final

from kernelcraft.scores.estimate import Estimate

HEADROOM: Final = 1.02
"""A baseline within 2 % of the bound leaves nothing to gain: such a cell is not ranked by speed."""


def has_headroom(baseline: float, bound: float) -> bool:
    """Whether the baseline is far enough above the machine's limit for speed to be scored."""
    return baseline > bound * HEADROOM


def sol_score(cycles: float, baseline: float, bound: float | None) -> float | None:
    """The speed-of-light score, 1 / (1 + (T - T_bound) / (T_baseline - T_bound)).

    0.5 at the baseline, 1 at the bound, towards 0 for slow kernels; None without a bound or without
    headroom. The definition is SOL-ExecBench's (arXiv 2603.19173). Raises ValueError for fewer
    cycles than the bound: such a kernel (or bound) is wrong and has no score.
    """
    if bound is None or not has_headroom(baseline, bound):
        return None
    if cycles < bound:
        raise ValueError(f"{cycles:g} cycles are fewer than the bound of {bound:g}")
    return 1.0 / (1.0 + (cycles - bound) / (baseline - bound))


def median_bound_ratio(ratios: Sequence[float | None]) -> Estimate:
    """The median of cycles / bound over the cells that have a bound; None where there is none."""
    known = [ratio for ratio in ratios if ratio is not None]
    return Estimate(statistics.median(known) if known else None, len(known))
