"""What the lab must show, as data: who is better than whom on which landscape, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kernelcraft.studies.lab.contest import BLIND, RANDOM, SPACES
from kernelcraft.studies.lab.of_platforms import Measure, studies

PLANNER: Final = "planner-coder-reviewer"
LEARNING: Final = ("refine", "beam", "evolution", PLANNER)
EVERYWHERE: Final = ("rugged", "deceptive", *SPACES)


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
    for strategy in ("beam", PLANNER):
        for other in ("refine", "evolution"):
            yield Ordering("rugged", strategy, other, _FEW[strategy])
    for strategy in ("refine", "beam", PLANNER):
        yield Ordering("deceptive", "evolution", strategy, "only an archive keeps what is worse")
    yield Ordering("deceptive", "evolution", BLIND, "the axes keep the way open, not the archive")
    yield Ordering(
        "deceptive", PLANNER, "evolution", "it is the first down the wrong slope", "area"
    )
    for name, own in studies():
        for each in own.orderings:
            cell = f"{name}/{each.cell}"
            yield Ordering(cell, each.better, each.worse, each.why, each.measure)


_FEW: Final = {
    "beam": "it changes only the best, and more than one",
    PLANNER: "it changes what the profile blames, and what paid before",
}
ORDERINGS: Final = tuple(_orderings())
