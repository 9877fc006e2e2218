"""How the fastest kernels of a store were made: one change after the other, on each cell.

A later agent can make the same changes in a row and evaluate only what comes out in the end.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from kernelcraft.experience.evidence import Evidence, Place

SEVERAL: Final = "several moves"
"""The move of a change that is made of several."""
THEN: Final = ", then "
WORTH: Final = 0.003
"""What a change must promise to be worth an evaluation: log(cycles before / after)."""
E = TypeVar("E", bound=Evidence)


@dataclass(frozen=True)
class Step:
    """One change; gain: log(cycles before / after)."""

    move: str
    change: str
    gain: float


@dataclass(frozen=True)
class Lineage:
    """The changes that led to a cell's fastest kernel; place: of the kernel they began with."""

    cell: str
    place: Place
    steps: tuple[Step, ...]


def lineages(rows: Iterable[E]) -> list[Lineage]:
    """One of each cell where something paid; small gains at the end are left out."""
    by_cell: dict[str, dict[str, E]] = {}
    for row in rows:
        if row.paid and row.cycles_before:
            by_cell.setdefault(row.cell, {}).setdefault(row.after, row)
    return [_lineage(cell, list(_back(made))) for cell, made in by_cell.items()]


def joined(steps: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """The move and the change that stand for some in a row, each a move and a change."""
    if len(steps) == 1:
        return steps[0]
    return SEVERAL, THEN.join(f"{move}: {change}" for move, change in steps)


def parted(row: Evidence) -> list[Step]:
    """The single changes of a piece of evidence; what was gained is shared among them."""
    gain = math.log(row.ratio or 1.0)
    if row.move != SEVERAL:
        return [Step(row.move, row.change, gain)]
    pairs = [each.partition(": ") for each in row.change.split(THEN)]
    return [Step(move, change, gain / len(pairs)) for move, _, change in pairs]


def _back(made: dict[str, E]) -> Iterator[E]:
    """From the fastest kernel to the one that it was made of in the end."""
    at: E | None = min(made.values(), key=lambda row: row.cycles_after or math.inf)
    seen = set()
    while at is not None and at.after not in seen:
        seen.add(at.after)
        yield at
        at = made.get(at.before)


def _lineage(cell: str, backwards: Sequence[E]) -> Lineage:
    steps = [step for row in reversed(backwards) for step in parted(row)]
    while len(steps) > 1 and steps[-1].gain < WORTH:
        steps.pop()
    return Lineage(cell, backwards[-1].place, tuple(steps))
