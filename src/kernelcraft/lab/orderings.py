"""What the lab must show, as data: who is better than whom on which landscape, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from kernelcraft.lab.contest import BLIND, RANDOM
from kernelcraft.lab.spaces import CELLS

Measure = Literal["regret", "area"]

LEARNING: Final = ("refine", "beam", "evolution", "planner-coder-reviewer")
EVERYWHERE: Final = ("rugged", "deceptive", *CELLS)


@dataclass(frozen=True)
class Ordering:
    """`better` has less of the measure than `worse`; with `same`, no difference is to be seen."""

    landscape: str
    better: str
    worse: str
    why: str
    measure: Measure = "regret"
    same: bool = False


def _orderings() -> Iterator[Ordering]:
    for landscape in EVERYWHERE:
        for strategy in LEARNING:
            yield Ordering(landscape, strategy, RANDOM, "it uses what it has evaluated")
        yield Ordering(landscape, "best-of-n", RANDOM, "its drafts are uniform", same=True)
    for strategy in ("beam", "refine"):
        yield Ordering("deceptive", "evolution", strategy, "only an archive keeps what is worse")
    yield Ordering("deceptive", "evolution", BLIND, "the axes, not the archive, keep the way open")
    for strategy in ("beam", "planner-coder-reviewer"):
        yield Ordering("rugged", strategy, "evolution", "few evaluations are best spent on few")
    for cell in CELLS:
        reason = "it changes what the profile blames, and what paid before"
        yield Ordering(cell, "planner-coder-reviewer", "best-of-n", reason, "area")


ORDERINGS: Final = tuple(_orderings())
