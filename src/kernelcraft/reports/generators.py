"""Generators beside fixed kernels: tables of their own, since they are graded at other sizes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kernelcraft.records import sizes
from kernelcraft.records.episode import Episode, Key
from kernelcraft.reports.groups import label, tokens


@dataclass(frozen=True)
class Generator:
    """One episode whose answer is a generator.

    speedup: the geometric mean over the hidden sizes, a wrong one counts as 1. worst: the hidden
    size that is wrong, or else slowest beside its baseline, and its speedup.
    """

    task: str
    agent: str
    epoch: int
    rules: str
    verdict: str
    published_right: int
    published: int
    hidden_right: int
    hidden: int
    speedup: float | None
    worst: str | None
    worst_speedup: float | None
    attempts: int
    tokens: int | None
    cost: float | None
    message: str
    file: str | None
    key: Key


@dataclass(frozen=True)
class Standing:
    """One agent's generators: the share of hidden sizes with a right kernel, over all tasks; the
    geometric mean of the tasks' speedups; and the least speedup of any right size."""

    agent: str
    rules: str
    tasks: int
    hidden_right: int
    hidden: int
    speedup: float | None
    worst_speedup: float | None


def rows(episodes: Sequence[Episode]) -> tuple[Generator, ...]:
    """One for each episode; without a verdict nothing is right."""
    return tuple(map(_row, episodes))


def standings(found: Sequence[Generator]) -> tuple[Standing, ...]:
    """One for each agent and its rules."""
    groups: dict[tuple[str, str], list[Generator]] = {}
    for each in found:
        groups.setdefault((each.agent, each.rules), []).append(each)
    return tuple(_standing(who, rules, group) for (who, rules), group in groups.items())


def _row(episode: Episode) -> Generator:
    verdict = episode.best or episode.last
    published, hidden = (
        (sizes.published(verdict), sizes.hidden(verdict))
        if verdict is not None
        else (sizes.standing(()), sizes.standing(()))
    )
    worst = hidden.worst
    return Generator(
        task=f"{episode.base}/{episode.task}",
        agent=label(episode),
        epoch=episode.epoch,
        rules=episode.rules,
        verdict=episode.result,
        published_right=published.right,
        published=published.count,
        hidden_right=hidden.right,
        hidden=hidden.count,
        speedup=hidden.speedup,
        worst=None if worst is None else worst.cell.split("/")[-1],
        worst_speedup=None if worst is None else worst.speedup,
        attempts=episode.evaluations,
        tokens=tokens(episode),
        cost=episode.cost,
        message=episode.message,
        file=episode.kernel,
        key=episode.key,
    )


def _standing(agent: str, rules: str, group: Sequence[Generator]) -> Standing:
    logs = [math.log(each.speedup) for each in group if each.speedup is not None]
    worst = [each.worst_speedup for each in group if each.worst_speedup is not None]
    return Standing(
        agent=agent,
        rules=rules,
        tasks=len({each.task for each in group}),
        hidden_right=sum(each.hidden_right for each in group),
        hidden=sum(each.hidden for each in group),
        speedup=math.exp(sum(logs) / len(logs)) if logs else None,
        worst_speedup=min(worst, default=None),
    )
