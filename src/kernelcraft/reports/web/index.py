"""The data of the first page, which its script shows sorted and filtered; embedded once."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from kernelcraft.records.episode import Episode
from kernelcraft.reports.groups import CellFacts, facts, sol, tokens
from kernelcraft.reports.web.leaderboard import (
    Contender,
    Curve,
    Leaderboard,
    Standing,
    choices,
)
from kernelcraft.reports.web.links import page_name
from kernelcraft.reports.web.text import visible
from kernelcraft.scores.estimate import Estimate

DIGITS: Final = 6
"""Significant digits of what the page shows with three; the CSV files hold all."""

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

FIELDS: Final = (
    *("contender", "cell", "platform", "task", "level", "configuration", "epoch", "verdict"),
    *("cycles", "baseline", "bound", "speedup", "sol", "evaluations", "tokens", "cost"),
    *("seconds", "timed", "page", "annotations"),
)
"""Of an episode, in the order of its list."""


@dataclass(frozen=True)
class Index:
    """What is embedded in the page, and what its text says of it."""

    data: dict[str, Json]
    episodes: int
    cells: int
    platforms: tuple[str, ...]


def index(
    episodes: Sequence[Episode], entered: Sequence[Contender], titles: Mapping[str, str]
) -> Index:
    """The data of these episodes, which the contenders share; titles: of platforms by name."""
    cells = facts(episodes)
    board, offered = Leaderboard(entered, cells), choices(episodes)
    whole = [choice for choice in offered if not choice.task]
    of = {id(each): place for place, one in enumerate(entered) for each in one.group.episodes}
    platforms = {name: titles.get(name, name) for name in sorted({e.base for e in episodes})}
    data: dict[str, Json] = {
        "contenders": [_contender(each) for each in entered],
        "standings": {c.key: [_standing(s) for s in board.standings(c)] for c in offered},
        "curves": {c.key: [_curve(each) for each in board.curves(c)] for c in whole},
        "fields": list(FIELDS),
        "episodes": [_episode(each, of[id(each)], cells) for each in episodes],
        "platforms": {visible(name): visible(title) for name, title in platforms.items()},
        "choices": [_plain(asdict(choice)) for choice in offered],
    }
    return Index(data, len(episodes), len(cells), tuple(platforms.values()))


def _contender(each: Contender) -> dict[str, Json]:
    return {
        "name": visible(each.name),
        "agent": visible(each.agent),
        "model": visible(each.model),
        "kind": each.kind.name,
        "meaning": each.kind.meaning,
        "rules": each.rules,
        "conditions": each.conditions,
        "ranked": each.ranked,
        "submission": visible(each.submission),
    }


def _standing(each: Standing) -> dict[str, Json]:
    s = each.summary
    median = s.evaluations
    return {
        "contender": each.contender,
        "n": s.n,
        "cells": s.cells,
        "correct": s.correct,
        "solved": _estimate(s.success),
        "fast": {p: _estimate(found) for p, found in each.fast.items()},
        "speedup": _estimate(s.speedup_failures_as_one),
        "solvedSpeedup": _estimate(s.speedup),
        "sol": _estimate(s.sol),
        "evaluations": [median.value, median.low, median.high],
        "tokens": s.tokens,
        "cost": _short(s.cost),
        "perSolved": _estimate(s.cost_per_solved),
        "failures": {**s.failures},
        "annotations": {**s.annotations},
    }


def _curve(each: Curve) -> dict[str, Json]:
    solved: list[Json] = [[at, *_ends(estimate)] for at, estimate in each.solved]
    speedup: list[Json] = [[at, *_ends(estimate)] for at, estimate in each.speedup]
    return {
        "contender": each.contender,
        "axis": each.axis,
        "solved": solved,
        "speedup": speedup,
    }


def _episode(each: Episode, contender: int, cells: Mapping[str, CellFacts]) -> list[Json]:
    """As long as `FIELDS`."""
    known = cells.get(each.cell)
    return [
        contender,
        visible(each.cell),
        visible(each.base),
        visible(each.task),
        each.level,
        visible(each.configuration),
        each.epoch,
        each.result,
        each.cycles,
        each.baseline_cycles,
        known.bound if known else None,
        _short(each.speedup),
        _short(sol(each)),
        each.evaluations,
        tokens(each),
        _short(each.cost),
        each.seconds,
        known is None or known.baseline is not None,
        page_name(each.key),
        list(dict.fromkeys(one.kind for one in each.annotations)),
    ]


def _estimate(found: Estimate) -> list[Json]:
    """Value, ends of the interval and n."""
    return [*_ends(found), found.n]


def _ends(found: Estimate) -> list[Json]:
    interval = found.interval
    return [
        _short(found.value),
        _short(interval.low if interval else None),
        _short(interval.high if interval else None),
    ]


def _short(value: float | None) -> float | None:
    """Rounded; JSON has no number for what is not finite."""
    if value is None or not math.isfinite(value):
        return None
    return float(f"{value:.{DIGITS}g}")


def _plain(record: Mapping[str, str]) -> Json:
    return {name: visible(value) for name, value in record.items()}
