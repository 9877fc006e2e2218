"""What a solved cell costs, failed tries included."""

from collections.abc import Sequence

from kernelcraft.scores.bootstrap import ratio_interval
from kernelcraft.scores.estimate import Estimate


def cost_per_solved(
    costs: Sequence[float | None], solved: Sequence[bool], clusters: Sequence[str]
) -> Estimate:
    """All that was spent / the number of solved episodes, in the unit of the costs.

    n counts the solved ones. One unknown cost (None) makes the sum unknown; it is never 0.
    """
    n = sum(solved)
    known = [cost for cost in costs if cost is not None]
    if not n or len(known) < len(costs):
        return Estimate(None, n, len(set(clusters)))
    interval = ratio_interval(known, [float(each) for each in solved], clusters, logarithmic=True)
    return Estimate(sum(known) / n, n, len(set(clusters)), interval)
