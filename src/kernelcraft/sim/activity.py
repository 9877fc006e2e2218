"""What the units of a machine did when, from the trace of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kernelcraft.sim.timeline import Event

if TYPE_CHECKING:
    from kernelcraft.isa.instruction import Instruction
    from kernelcraft.sim.run import Run


class Level(NamedTuple):
    """From cycle `at` on, `who` is at `value`."""

    who: str
    at: int
    value: int


@dataclass(frozen=True)
class Activity:
    """What `events` and `levels` say of the bundles in a trace; `missing` says what they cannot.

    Events of one `who` may overlap. Those of bundles that a trace ends with may end after it.
    """

    events: tuple[Event, ...] = ()
    levels: tuple[Level, ...] = ()
    missing: str = ""


class Begun(NamedTuple):
    """A bundle of a trace: `places` of its operations, and from when to when time was its own."""

    places: range
    begin: int
    end: int
    words: list[int]

    @property
    def last(self) -> int:
        """The operation that ends it."""
        return self.places[-1]


def begun(run: Run) -> Iterator[Begun]:
    """The bundles of the trace in order."""
    trace, ends = run.trace, np.flatnonzero(run.profile.program.ends)
    last = ends[np.searchsorted(ends, trace.places)].tolist()
    begins, spent = trace.begins.tolist(), trace.spent.sum(axis=1).tolist()
    rows = zip(trace.places.tolist(), last, begins, spent, trace.words.tolist(), strict=True)
    for first, end, begin, cycles, words in rows:
        yield Begun(range(first, end + 1), begin, begin + cycles, words)


def inside(who: str, stays: Iterable[tuple[int, int]]) -> tuple[Level, ...]:
    """How many there are at a time of what comes in one cycle and has left in another."""
    changes = Counter[int]()
    for came, left in stays:
        changes[came] += 1
        changes[left] -= 1
    cycles = sorted(changes)
    counts = accumulate(changes[cycle] for cycle in cycles)
    return tuple(Level(who, cycle, count) for cycle, count in zip(cycles, counts, strict=True))


def sequential(run: Run) -> Activity:
    """Of a machine that does one thing after the other: a unit works while time is its own."""
    table, ops, lines = _of(run)
    events = (
        Event(ins.unit, ins.mnemonic, each.begin, each.end, line=lines[each.last])
        for each in begun(run)
        for ins in (table[ops[each.last]],)
    )
    return Activity(tuple(events))


def slots(run: Run, idle: Collection[str] = ()) -> Activity:
    """Of bundles: each slot is taken for the bundle's first cycle, but by `idle` mnemonics.

    The note `latency` is after how many bundles a result can be read, where that is fixed.
    """
    table, ops, lines = _of(run)
    notes = [
        (("latency", ins.latency),) if isinstance(ins.latency, int) and ins.latency > 1 else ()
        for ins in table
    ]
    events = (
        Event(
            f"slot {ins.unit}",
            ins.mnemonic,
            each.begin,
            min(each.begin + 1, each.end),
            line=lines[place],
            notes=notes[ops[place]],
        )
        for each in begun(run)
        for place in each.places
        for ins in (table[ops[place]],)
        if ins.mnemonic not in idle
    )
    return Activity(tuple(events))


def _of(run: Run) -> tuple[tuple[Instruction, ...], list[int], list[int]]:
    """The instruction table, and of each operation its opcode and its line."""
    program = run.profile.program
    return tuple(program.isa.table), program.ops[:, 0].tolist(), program.lines.tolist()
