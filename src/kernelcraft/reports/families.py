"""The scores of an agent, family by family; a new one is a function and a row of `FAMILIES`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from kernelcraft.records.episode import Episode
from kernelcraft.reports.groups import Axis, CellFacts, Group, cluster, passes, tokens, trial
from kernelcraft.scores.anytime import Moment, anytime, budgets
from kernelcraft.scores.bootstrap import mean_interval
from kernelcraft.scores.costs import cost_per_solved
from kernelcraft.scores.estimate import Estimate
from kernelcraft.scores.rates import fast_p, rate
from kernelcraft.scores.sampling import pass_at_k, speedup_at_k
from kernelcraft.scores.speedups import geomean_speedup
from kernelcraft.scores.survival import kaplan_meier

Unit = Literal["share", "ratio", "number"]
Cells = Mapping[str, CellFacts]
At = tuple[str, Estimate]
"""Where on its axis (p, k, a budget, a variant) an estimate stands."""

P: Final = (0.0, 1.0, 1.5, 2.0, 5.0)
K: Final = (1, 2, 5, 10)
AXES: Final[tuple[Axis, ...]] = ("turns", "evaluations", "tokens")
CELLS: Final = "cells with at least k episodes"
WATCHED: Final = "episodes that were not cut off before"
SOLVED: Final = "solved episodes"


@dataclass(frozen=True)
class Family:
    """Scores of one kind on one axis; `counts` says what n is the number of."""

    name: str
    axis: str
    title: str
    unit: Unit
    of: Callable[[Group, Cells], Iterator[At]]
    counts: str = "episodes"


@dataclass(frozen=True)
class Score:
    """One number of one agent, with all that it stands on."""

    agent: str
    rules: str
    score: str
    at: str
    value: float
    low: float | None
    high: float | None
    n: int
    tasks: int
    effective: float | None


def scores(group: Group, cells: Cells) -> list[Score]:
    """Every score that the group's episodes support."""
    return [
        Score(
            agent=group.agent,
            rules=group.rules,
            score=family.name,
            at=at,
            value=found.value,
            low=found.interval.low if found.interval else None,
            high=found.interval.high if found.interval else None,
            n=found.n,
            tasks=found.clusters,
            effective=found.effective,
        )
        for family in FAMILIES
        for at, found in family.of(group, cells)
        if found.value is not None
    ]


def _success(group: Group, cells: Cells) -> Iterator[At]:
    levels = sorted({episode.level for episode in group.episodes})
    yield "all", rate([e.correct for e in group.episodes], group.clusters)
    for level in levels if len(levels) > 1 else ():
        part = [each for each in group.episodes if each.level == level]
        yield f"level {level}", rate([e.correct for e in part], list(map(cluster, part)))


def _fast(group: Group, cells: Cells) -> Iterator[At]:
    timed = group.timed(cells)
    return ((f"{p:g}", fast_p(timed.speedups, p, timed.clusters)) for p in P)


def _speedup(group: Group, cells: Cells) -> Iterator[At]:
    ranked = group.ranked(cells)
    names, speedups = ranked.clusters, ranked.speedups
    yield "correct only", geomean_speedup(speedups, "left out", names)
    yield "failures as 1", geomean_speedup(speedups, "as one", names)
    yield "failures as 0", geomean_speedup(speedups, "as zero", names)
    for kind in sorted({each.operands for each in cells.values() if each.operands}):
        part = Group(group.agent, group.rules, _with_operands(ranked, cells, kind))
        if part.episodes:
            found = geomean_speedup(part.speedups, "left out", part.clusters)
            yield f"{kind} operands, correct only", found


def _with_operands(group: Group, cells: Cells, kind: str) -> tuple[Episode, ...]:
    among = {name for name, each in cells.items() if each.operands == kind}
    return tuple(each for each in group.episodes if each.cell in among)


def _sol(group: Group, cells: Cells) -> Iterator[At]:
    bounded = group.bounded(cells)
    right = bounded.where(lambda e: e.correct)
    yield "correct only", rate(right.sol_scores, right.clusters)
    yield "failures as 0", rate(bounded.sol_scores, bounded.clusters)


def _pass_at(group: Group, cells: Cells) -> Iterator[At]:
    for k, enough in _repeated(group):
        counts = [(len(tries), sum(e.correct for e in tries)) for tries in enough]
        values = [pass_at_k(n, correct, k) for n, correct in counts]
        yield str(k), rate(values, [cluster(tries[0]) for tries in enough])


def _speedup_at(group: Group, cells: Cells) -> Iterator[At]:
    for k, enough in _repeated(group.ranked(cells)):
        values = [speedup_at_k([e.speedup for e in tries], k) for tries in enough]
        names = [cluster(tries[0]) for tries in enough]
        mean, interval = sum(values) / len(values), mean_interval(values, names)
        yield str(k), Estimate(mean, len(values), len(set(names)), interval)


def _repeated(group: Group) -> Iterator[tuple[int, list[list[Episode]]]]:
    """For each k the cells with at least k episodes; nothing where no cell has two."""
    tries = group.by_cell.values()
    most = max(map(len, tries), default=0)
    for k in K if most > 1 else ():
        if k <= most:
            yield k, [each for each in tries if len(each) >= k]


def _survival(group: Group, cells: Cells) -> Iterator[At]:
    curve = kaplan_meier([trial(e) for e in group.episodes], group.clusters)
    most = max((e.evaluations for e in group.episodes), default=0)
    return ((str(budget), curve.at(budget)) for budget in budgets(most))


def _solved(axis: Axis) -> Callable[[Group, Cells], Iterator[At]]:
    return lambda group, cells: ((at, moment.solved) for at, moment in _curve(group, axis))


def _faster(axis: Axis) -> Callable[[Group, Cells], Iterator[At]]:
    return lambda group, cells: (
        (at, moment.speedup) for at, moment in _curve(group.ranked(cells), axis)
    )


def _curve(group: Group, axis: Axis) -> Iterator[tuple[str, Moment]]:
    """Nothing where nothing was spent on this axis, or no record holds a history."""
    part = group.where(lambda e: e.history is not None)
    most = max((_spent(episode, axis) for episode in part.episodes), default=0)
    found = [passes(episode, axis) for episode in part.episodes]
    for moment in anytime(found, budgets(most), part.clusters):
        yield str(moment.budget), moment


def _spent(episode: Episode, axis: Axis) -> int:
    spent = {"turns": episode.turns, "evaluations": episode.evaluations, "tokens": tokens(episode)}
    return spent[axis] or 0


def _costs(group: Group, cells: Cells) -> Iterator[At]:
    episodes = group.episodes
    spent: dict[str, list[float | None]] = {
        "dollars": [episode.cost for episode in episodes],
        "tokens": [tokens(episode) for episode in episodes],
        "evaluations": [episode.evaluations for episode in episodes],
        "seconds": [episode.seconds for episode in episodes],
    }
    solved = [episode.correct for episode in episodes]
    return (
        (unit, cost_per_solved(costs, solved, group.clusters))
        for unit, costs in spent.items()
        if any(cost != 0 for cost in costs)
    )


FAMILIES: Final = (
    Family("success", "", "Solved", "share", _success),
    Family("fast_p", "p", "fast_p: solved and more than p times as fast", "share", _fast),
    Family("geometric mean speedup", "", "Geometric mean speedup", "ratio", _speedup),
    Family("SOL", "", "Speed of light: 1/2 at the baseline, 1 at the bound", "number", _sol),
    Family("pass@k", "k", "pass@k: any of k episodes solves", "share", _pass_at, CELLS),
    Family("speedup@k", "k", "speedup@k: the best of k episodes", "ratio", _speedup_at, CELLS),
    Family("Kaplan-Meier", "evaluations", "Passed (Kaplan-Meier)", "share", _survival, WATCHED),
    *(Family(f"solved by {axis}", axis, "Solved by then", "share", _solved(axis)) for axis in AXES),
    *(
        Family(f"speedup by {axis}", axis, "Speedup by then, unsolved as 1", "ratio", _faster(axis))
        for axis in AXES
    ),
    Family("per solved cell", "", "Spent for each solved cell", "number", _costs, SOLVED),
)
