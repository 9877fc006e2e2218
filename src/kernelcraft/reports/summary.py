"""What an agent's episodes come to, on one line: rates, means, cost, and what they leave out."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from kernelcraft.reports.groups import CellFacts, Group, tokens, trial
from kernelcraft.scores.costs import cost_per_solved
from kernelcraft.scores.estimate import Estimate
from kernelcraft.scores.rates import fast_p, rate
from kernelcraft.scores.speedups import geomean_speedup
from kernelcraft.scores.survival import Median, kaplan_meier


@dataclass(frozen=True)
class Summary:
    """One agent (or model) under the same grading rules; `n` counts episodes, `cells` cells.

    The geometric means of the speedup run over the correct episodes only, or over all with failures
    as 1 (the baseline is kept) or as 0; cells without a baseline, or with one at the bound, are in
    none of them. faster: more than 1 times as fast as the baseline. sol: mean speed-of-light score,
    failures as 0. evaluations: within which half of the episodes pass. tokens: input and output of
    all episodes, None when any are unknown. cost: dollars; None when any price is unknown.
    annotations: how many episodes somebody said are of a kind.
    """

    agent: str
    rules: str
    n: int
    cells: int
    correct: int
    success: Estimate
    speedup: Estimate
    speedup_failures_as_one: Estimate
    speedup_failures_as_zero: Estimate
    faster: Estimate
    sol: Estimate
    evaluations: Median
    tokens: int | None
    cost: float | None
    cost_per_solved: Estimate
    failures: Mapping[str, int]
    annotations: Mapping[str, int]


def summarise(group: Group, cells: Mapping[str, CellFacts]) -> Summary:
    """The summary of a group."""
    episodes, clusters = group.episodes, group.clusters
    ranked, timed, bounded = group.ranked(cells), group.timed(cells), group.bounded(cells)
    costs = [episode.cost for episode in episodes]
    known = [cost for cost in costs if cost is not None]
    solved = [episode.correct for episode in episodes]
    spent = [tokens(episode) for episode in episodes]
    return Summary(
        agent=group.agent,
        rules=group.rules,
        n=len(episodes),
        cells=len(group.by_cell),
        correct=sum(solved),
        success=rate(solved, clusters),
        speedup=geomean_speedup(ranked.speedups, "left out", ranked.clusters),
        speedup_failures_as_one=geomean_speedup(ranked.speedups, "as one", ranked.clusters),
        speedup_failures_as_zero=geomean_speedup(ranked.speedups, "as zero", ranked.clusters),
        faster=fast_p(timed.speedups, 1.0, timed.clusters),
        sol=rate(bounded.sol_scores, bounded.clusters),
        evaluations=kaplan_meier([trial(episode) for episode in episodes], clusters).median,
        tokens=None if None in spent else sum(each for each in spent if each is not None),
        cost=sum(known) if len(known) == len(costs) else None,
        cost_per_solved=cost_per_solved(costs, solved, clusters),
        failures=Counter(episode.failure for episode in episodes if episode.failure is not None),
        annotations=Counter(
            kind for episode in episodes for kind in {each.kind for each in episode.annotations}
        ),
    )
