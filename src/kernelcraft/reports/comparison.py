"""Two agents on the cells that both worked on."""

import math
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass

from kernelcraft.records.episode import Episode
from kernelcraft.reports.groups import CellFacts, Group, cluster
from kernelcraft.scores.paired import Paired, paired_means, paired_rates


@dataclass(frozen=True)
class Contrast:
    """One score of both agents over `n` common cells of `tasks` tasks.

    difference: first - second for shares, first / second for speedups, with its 95 % interval; p:
    of the hypothesis that it makes no difference who is who, two-sided, for this score alone.
    """

    score: str
    first: float
    second: float
    difference: float
    low: float | None
    high: float | None
    p: float | None
    n: int
    tasks: int
    ratio: bool


@dataclass(frozen=True)
class Comparison:
    """The contrasts of two agents; notes say what does not compare. whose: their labels, where
    `first` and `second` may be names of folders."""

    first: str
    second: str
    contrasts: tuple[Contrast, ...]
    notes: tuple[str, ...]
    rules: str = ""
    whose: tuple[str, str] = ("", "")


def compare(first: Group, second: Group, cells: Mapping[str, CellFacts]) -> Comparison:
    """Pair the two groups cell by cell; epochs are averaged. Raises ValueError without common cells
    or for different grading rules."""
    if first.rules != second.rules:
        raise ValueError(
            f"{first.agent} was graded under the {first.rules} rules, "
            f"{second.agent} under the {second.rules} rules"
        )
    common = first.by_cell.keys() & second.by_cell.keys()
    if not common:
        raise ValueError(f"{first.agent} and {second.agent} have no cell in common")
    a, b = (group.where(lambda e: e.cell in common) for group in (first, second))
    ranked = _pairs(a.ranked(cells), b.ranked(cells))
    both = [pair for pair in ranked if _solved(pair.a) and _solved(pair.b)]
    found = (
        _shares("solved", _pairs(a, b), _solved),
        _shares("faster than the baseline", _pairs(a.timed(cells), b.timed(cells)), _faster),
        _speedups("speedup, both solved", both, _log_solved),
        _speedups("speedup, failures as 1", ranked, _log_failures_as_one),
    )
    contrasts = tuple(each for each in found if each is not None)
    notes, whose = tuple(_notes(first, second, common)), (first.label, second.label)
    return Comparison(first.agent, second.agent, contrasts, notes, first.rules, whose)


@dataclass(frozen=True)
class _Pair:
    """Both agents' episodes of one cell."""

    a: list[Episode]
    b: list[Episode]


Measure = Callable[[list[Episode]], float]


def _pairs(a: Group, b: Group) -> list[_Pair]:
    others = b.by_cell
    return [_Pair(mine, others[cell]) for cell, mine in a.by_cell.items() if cell in others]


def _solved(episodes: list[Episode]) -> float:
    return sum(e.correct for e in episodes) / len(episodes)


def _faster(episodes: list[Episode]) -> float:
    return sum((e.speedup or 0.0) > 1.0 for e in episodes) / len(episodes)


def _log_failures_as_one(episodes: list[Episode]) -> float:
    return sum(math.log(e.speedup or 1.0) for e in episodes) / len(episodes)


def _log_solved(episodes: list[Episode]) -> float:
    return _log_failures_as_one([e for e in episodes if e.correct])


def _shares(score: str, pairs: list[_Pair], measure: Measure) -> Contrast | None:
    return _contrast(score, pairs, measure, paired_rates, lambda share: share, ratio=False)


def _speedups(score: str, pairs: list[_Pair], measure: Measure) -> Contrast | None:
    return _contrast(score, pairs, measure, paired_means, math.exp, ratio=True)


def _contrast(
    score: str,
    pairs: list[_Pair],
    measure: Measure,
    test: Callable[[list[float], list[str]], Paired],
    back: Callable[[float], float],
    *,
    ratio: bool,
) -> Contrast | None:
    """None where no cell can be compared; `back` leads from the measure to what is shown."""
    if not pairs:
        return None
    a, b = [measure(pair.a) for pair in pairs], [measure(pair.b) for pair in pairs]
    differences = [x - y for x, y in zip(a, b, strict=True)]
    found = test(differences, [cluster(pair.a[0]) for pair in pairs])
    return Contrast(
        score=score,
        first=back(sum(a) / len(a)),
        second=back(sum(b) / len(b)),
        difference=back(sum(differences) / len(differences)),
        low=back(found.interval.low) if found.interval else None,
        high=back(found.interval.high) if found.interval else None,
        p=found.p,
        n=found.n,
        tasks=found.clusters,
        ratio=ratio,
    )


def _notes(first: Group, second: Group, common: Set[str]) -> Iterator[str]:
    for group in (first, second):
        if alone := len(group.by_cell.keys() - common):
            yield f"cells of {group.agent} alone, left out of the comparison: {alone}"
    versions = [
        {(e.origins.platform, e.origins.benchmark, e.origins.tasks) for e in group.episodes}
        for group in (first, second)
    ]
    if versions[0] != versions[1]:
        yield (
            f"{first.agent} and {second.agent} were graded on different versions of the platform, "
            "the benchmark or the tasks: their difference may be the versions'"
        )
