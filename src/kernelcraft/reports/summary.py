"""What an agent's episodes come to: shares with intervals, means and what they leave out."""

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kernelcraft.evaluation.records import Episode
from kernelcraft.grading import scores


@dataclass(frozen=True)
class Summary:
    """One agent (or model) under one grading profile; `n` counts episodes, `cells` cells.

    low, high: the 95 % Wilson interval of correct / n. The geometric means of the speedup run over
    the correct episodes only, or over all with failures as 1 (the baseline is kept) or as 0; cells
    without a baseline have no speedup and are in none of them.
    evaluations, turns: medians over the episodes that passed, until their first pass. tokens:
    input and output of all episodes. cost: dollars; None when any price is unknown.
    """

    agent: str
    profile: str
    n: int
    cells: int
    correct: int
    low: float
    high: float
    geomean_correct: float | None
    geomean_failures_as_one: float | None
    geomean_failures_as_zero: float | None
    faster: int
    evaluations: float | None
    turns: float | None
    tokens: int
    cost: float | None
    failures: Mapping[str, int]


def label(episode: Episode) -> str:
    """Who made the kernel: the offline agent's name, or the agent's and the model's."""
    if episode.turns is None:
        return episode.agent
    return f"{episode.agent} {episode.model}"


def tokens(episode: Episode) -> int:
    """All tokens of an episode, cached ones included; reasoning is part of the output."""
    spent = episode.tokens
    return spent.input + spent.cache_read + spent.cache_write + spent.output


def summarise(episodes: Iterable[Episode]) -> tuple[Summary, ...]:
    """One summary for each agent and profile, in the order of their first episodes."""
    groups: dict[tuple[str, str], list[Episode]] = {}
    for episode in episodes:
        groups.setdefault((label(episode), episode.profile), []).append(episode)
    return tuple(_summary(who, profile, each) for (who, profile), each in groups.items())


def _summary(who: str, profile: str, episodes: list[Episode]) -> Summary:
    speedups = [e.speedup for e in episodes if e.speedup is not None or not e.correct]
    correct = sum(episode.correct for episode in episodes)
    interval = scores.wilson(correct, len(episodes))
    costs = [episode.cost for episode in episodes]
    known = [cost for cost in costs if cost is not None]
    return Summary(
        agent=who,
        profile=profile,
        n=len(episodes),
        cells=len({episode.cell for episode in episodes}),
        correct=correct,
        low=interval.low,
        high=interval.high,
        geomean_correct=scores.geomean_speedup(speedups, "left out").value,
        geomean_failures_as_one=scores.geomean_speedup(speedups, "as one").value,
        geomean_failures_as_zero=scores.geomean_speedup(speedups, "as zero").value,
        faster=sum(speedup is not None and speedup > 1.0 for speedup in speedups),
        evaluations=_median(episode.evaluations_to_first_pass for episode in episodes),
        turns=_median(episode.turns_to_first_pass for episode in episodes),
        tokens=sum(map(tokens, episodes)),
        cost=sum(known) if len(known) == len(costs) else None,
        failures=Counter(episode.failure for episode in episodes if episode.failure is not None),
    )


def _median(values: Iterable[int | None]) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.median(known) if known else None
