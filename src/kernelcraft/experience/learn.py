"""The rules by which attempts become evidence: no model decides what is worth keeping.

Nothing is learnt on held-out cells, of failures that may be ours and not the kernel's, or from an
episode whose kernel fails on fresh inputs, whose answer is a generator or a design.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from kernelcraft.cells.cell import Cell
from kernelcraft.experience.evidence import Evidence, Origin, Place, Profile, mnemonics

KEPT: Final = frozenset({"syntax", "fault", "wrong"})
"""Failures of a kernel. Limits are of time or memory, too; crashes, disagreements and kernels
faster than their bound may be mistakes of ours."""
PROFILED: Final = 16
"""Kernels of an episode that are profiled: those that most attempts began with."""
NAMED: Final = 3  # instructions in a change that nobody described


class Tried(Protocol):
    """An attempt: a kernel and what came of it. `before` is the number of the one it was made of,
    0 for the compiler's kernel where that was no attempt, `move` and `change` what was done; None
    and "" where nobody said."""

    @property
    def number(self) -> int: ...
    @property
    def code(self) -> str: ...
    @property
    def correct(self) -> bool: ...
    @property
    def cycles(self) -> int | None: ...
    @property
    def failure(self) -> str: ...
    @property
    def before(self) -> int | None: ...
    @property
    def move(self) -> str: ...
    @property
    def change(self) -> str: ...


@dataclass(frozen=True)
class _Start:
    """The compiler's kernel where it was no attempt."""

    code: str
    cycles: int
    number: int = 0
    correct: bool = True
    failure: str = ""
    before: int | None = None
    move: str = ""
    change: str = ""


@dataclass(frozen=True)
class _Step:
    before: Tried
    after: Tried


def learnt(
    cell: Cell,
    attempts: Sequence[Tried],
    origin: Origin,
    profile: Callable[[str], Profile],
    start: str = "",
) -> list[Evidence]:
    """What the attempts of an episode on a cell have shown.

    `profile` says where a right kernel's cycles go; `start` is the compiler's kernel where an
    attempt was made of it that was none itself. Empty for a cell that is held out.
    """
    if cell.held_out:
        return []
    steps = list(_steps(attempts, _Start(start, profile(start).cycles) if start else None))
    often = Counter(step.before.number for step in steps)
    worth = {number for number, _ in often.most_common(PROFILED)}
    places: dict[int, Place] = {}
    found = []
    for step in steps:
        number = step.before.number
        if number not in worth:
            continue
        if number not in places:
            places[number] = _place(cell, step.before, profile)
        found.append(_evidence(cell, places[number], step, origin))
    return found


def _steps(attempts: Sequence[Tried], start: Tried | None) -> Iterator[_Step]:
    """Pairs of attempts, both of which say something of kernels."""
    by_number: dict[int | None, Tried] = {each.number: each for each in attempts}
    if start is not None:
        by_number[0] = start
    best = last = None
    for attempt in attempts:
        before = by_number.get(attempt.before) or best or last
        if not _sound(attempt):
            continue
        if before is not None and _sound(before) and before.code != attempt.code:
            yield _Step(before, attempt)
        last = attempt
        right = attempt.correct and attempt.cycles is not None
        if right and (best is None or (attempt.cycles or 0) < (best.cycles or 0)):
            best = attempt


def _sound(attempt: Tried) -> bool:
    return attempt.correct or attempt.failure in KEPT


def _place(cell: Cell, attempt: Tried, profile: Callable[[str], Profile]) -> Place:
    if attempt.correct:
        return Place.of(cell, profile(attempt.code))
    counts = mnemonics(attempt.code.splitlines(), cell)
    mix = {f"instruction {name}": n / counts.total() for name, n in counts.items()}
    return Place(cell.platform.name, cell.task.category, "", attempt.failure, mix)


def _evidence(cell: Cell, place: Place, step: _Step, origin: Origin) -> Evidence:
    before, after = step.before, step.after
    return Evidence(
        place,
        cell.name,
        after.move,
        after.change or described(before.code, after.code, cell),
        before.code,
        after.code,
        before.cycles if before.correct else None,
        after.cycles if after.correct else None,
        "" if after.correct else after.failure,
        origin,
    )


def described(before: str, after: str, cell: Cell) -> str:
    """What a change that nobody named did: of which instructions there are more and fewer."""
    old, new = (mnemonics(text.splitlines(), cell) for text in (before, after))
    changes = Counter({name: new[name] - old[name] for name in old.keys() | new.keys()})
    most = sorted(changes, key=lambda name: (-abs(changes[name]), name))[:NAMED]
    said = [f"{'more' if changes[name] > 0 else 'fewer'} {name}" for name in most if changes[name]]
    return ", ".join(said) or "the same instructions, in another order or on other operands"
