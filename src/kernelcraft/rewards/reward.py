"""The reward of an episode: a number, what it is made of, and what it must not be trusted with."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from kernelcraft.records.attempt import Attempt
from kernelcraft.records.episode import Episode
from kernelcraft.records.verdict import Rules, Verdict
from kernelcraft.rewards.outcome import Outcome
from kernelcraft.rewards.shapes import SHAPES, Shape
from kernelcraft.rewards.turns import credit


class NoReward(Exception):
    """There is none: the episode broke off for a reason that is no agent's; a sentence."""


class Reward(BaseModel):
    """What an episode, or one verdict, is worth.

    `shape` has name and version. `suspicious` says that the verdict smells of a hack, which is
    worth the least that the shape has. `turns` has each attempt's credit, on the public inputs.
    `secret` and `group` say whose hidden inputs they were: the fingerprint of a run's secret, and
    the tries that shared them.
    """

    model_config = ConfigDict(frozen=True)

    value: float
    shape: str
    cell: str
    rules: Rules | None
    correct: bool
    suspicious: bool
    cycles: int | None = None
    speedup: float | None = None
    sol_score: float | None = None
    evaluations: int = 0
    turns: tuple[float, ...] = ()
    secret: str = ""
    group: str = ""


def named(name: str) -> Shape:
    """The shape of a name; raises ValueError with those that there are."""
    if name not in SHAPES:
        raise ValueError(f"there is no reward {name!r}; there are {', '.join(SHAPES)}")
    return SHAPES[name]


def of_verdict(
    cell: str, verdict: Verdict | None, history: Sequence[Attempt] = (), shape: str = "default"
) -> Reward:
    """The reward of one verdict, or of none where nothing was handed in."""
    by, outcome = named(shape), Outcome.of_verdict(verdict)
    seen = [Outcome.of_attempt(each, outcome.baseline, outcome.bound) for each in history]
    return Reward(
        value=by.of(outcome),
        shape=by.label,
        cell=cell,
        rules=verdict.rules if verdict else None,
        correct=outcome.right,
        suspicious=outcome.suspicious,
        cycles=outcome.cycles,
        speedup=outcome.speedup if outcome.right else None,
        sol_score=outcome.light if outcome.right else None,
        evaluations=len(history),
        turns=tuple(credit([by.of(each) for each in seen])),
    )


def of_episode(record: Episode, shape: str = "default") -> Reward:
    """The reward of a finished episode, from its record; raises NoReward for a doubtful one."""
    if record.doubt:
        raise NoReward(f"{record.cell}: the record is not believed: {record.doubt}")
    return of_verdict(record.cell, record.best or record.last, record.history or (), shape)
