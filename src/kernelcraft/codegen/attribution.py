"""Where the bundles of an executed program go, on a machine that is scheduled by its programs.

One slot limits a program: a bundle in which it works is busy. What the others wait for is found
from the next operation of that slot backwards: the constraint that kept it, then what kept the
operation that it waited for. So every bundle is busy or has one cause.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from kernelcraft.codegen.executed import Constraint, Executed, Issued, Kind, Places

BUSY: Final = "busy"
IDLE: Final = "idle slots"
NAMES: Final[Mapping[Kind, str]] = {
    Kind.LATENCY: "latency",
    Kind.BRANCH: "branch delay",
    Kind.BARRIER: "lock order",
    Kind.MEMORY: "memory order",
    Kind.REGISTER: "register reuse",
}
"""Of slots and ports, which have names of their own, that name follows the word."""
OWN: Final = tuple(NAMES[kind] for kind in (Kind.LATENCY, Kind.BRANCH, Kind.BARRIER, Kind.MEMORY))
"""Causes for which no other slot answers."""
STEADY: Final = "steady state"
BEFORE, BETWEEN, AFTER = "prologue", "between loops", "epilogue"
FIRST_NAMED: Final = (Kind.SLOT, *NAMES)
SHARE: Final = 2  # a slot with less than one such part of the most frequent one's work limits none


class Wait(NamedTuple):
    """Why a bundle is not busy; lines of operations, None where there is none.

    The operation in `line` could not be issued, because of the one in `waits_for`.
    """

    cause: str
    line: int | None = None
    waits_for: int | None = None


@dataclass(frozen=True)
class Stretch:
    """The `bundles` of a phase that have the same cause; `wait` is what they have in common."""

    phase: str
    wait: Wait
    bundles: int


@dataclass(frozen=True)
class Attribution:
    """Every bundle of a run: `waits` has None where slot `limiting` works, else a cause."""

    limiting: str
    waits: list[Wait | None]
    phases: list[str]

    @property
    def busy(self) -> int:
        """The bundles in which the limiting slot works."""
        return sum(each is None for each in self.waits)

    def by_cause(self) -> dict[str, int]:
        """The bundles that are not busy, the most frequent cause first."""
        return dict(Counter(each.cause for each in self.waits if each).most_common())

    def stretches(self) -> tuple[Stretch, ...]:
        """The bundles that are not busy, by phase and cause, in the order of the first ones."""
        pairs = zip(self.phases, self.waits, strict=True)
        found = Counter((phase, wait) for phase, wait in pairs if wait)
        return tuple(Stretch(phase, wait, count) for (phase, wait), count in found.items())


def attributed(run: Executed) -> Attribution:
    """With the slot that is least idle; bundles that it leaves to others count twice."""
    work = Counter(slot for each in run.issued for slot in each.slots)
    most = max(work.values(), default=0)
    slots = [slot for slot, count in work.most_common() if count * SHARE >= most]
    found = [_by_slot(run, slot) for slot in slots] or [_by_slot(run, "")]
    best = min(found, key=lambda waits: sum(map(_missing, waits)))
    limiting = slots[found.index(best)] if slots else ""
    return Attribution(limiting, best, _phases(run.places, best))


def _missing(wait: Wait | None) -> int:
    if wait is None:
        return 0
    return 1 if wait.cause in OWN else 2


def _by_slot(run: Executed, slot: str) -> list[Wait | None]:
    """For each bundle why this slot does not work in it."""
    waits: list[Wait | None] = [None] * len(run.bundles)
    after = 0  # the bundle after the last busy one
    for number, each in enumerate(run.issued):
        if slot in each.slots:
            for time, wait in _walk(run, number, after):
                waits[time] = wait
            after = each.time + 1
    for time, wait in _to_the_end(run, after):
        waits[time] = wait
    return waits


def _walk(run: Executed, number: int, first: int) -> Iterator[tuple[int, Wait]]:
    """The bundles from `first` up to an operation, and what each waits for, backwards."""
    upto = run.issued[number].time
    while upto > first:
        each, line = run.issued[number], run.line(number)
        if each.time == upto and (port := _taken_port(run, each)):
            upto -= 1
            name = _port(run, each, port)
            yield upto, Wait(f"port {name}", line, run.line(port.before))
        binding = _binding(run, each)
        begin = max(_ready(run, number), first)
        for time in range(begin, upto):
            yield time, Wait(IDLE, line)
        upto = min(upto, begin)
        if binding is None:
            return
        wait = Wait(_name(each, binding), line, run.line(binding.before))
        begin = max(run.issued[binding.before].time, first)
        for time in range(begin, upto):
            yield time, wait
        upto, number = min(upto, begin), binding.before


def _to_the_end(run: Executed, first: int) -> Iterator[tuple[int, Wait]]:
    """The bundles after the last busy one: the program ends after them."""
    end = len(run.bundles)
    last = max(_last(run), key=lambda number: _ready(run, number), default=None)
    if last is None:
        yield from ((time, Wait(IDLE)) for time in range(first, end))
        return
    branches = (n for n in range(last, -1, -1) if run.issued[n].operation.delay_slots is not None)
    branch = next(branches, last)
    slots = run.issued[branch].operation.delay_slots or 0
    wait = Wait(f"slot {run.issued[last].operation.unit}", None, run.line(last))
    if run.issued[branch].time + slots > run.issued[last].time:
        last, wait = branch, Wait(NAMES[Kind.BRANCH], None, run.line(branch))
    begin = run.issued[last].time
    yield from ((time, wait) for time in range(max(begin, first), end))
    if begin > first:
        yield from _walk(run, last, first)


def _last(run: Executed) -> range:
    """The operations of the last bundle that does something."""
    return next((bundle for bundle in reversed(run.bundles) if bundle), range(0))


def _ready(run: Executed, number: int) -> int:
    """The earliest bundle for an operation, ports aside."""
    binding = _binding(run, run.issued[number])
    return 0 if binding is None else run.issued[binding.before].time + binding.delay


def _binding(run: Executed, each: Issued) -> Constraint | None:
    """The constraint, but of a port, that holds longest."""
    found: Constraint | None = None
    longest = (-1, 0)
    for constraint in each.constraints:
        if constraint.kind is not Kind.PORT:
            ready = run.issued[constraint.before].time + constraint.delay
            key = (ready, -FIRST_NAMED.index(constraint.kind))
            if key > longest:
                longest, found = key, constraint
    return found


def _taken_port(run: Executed, each: Issued) -> Constraint | None:
    """What would pass a port in the same cycle, if nothing else keeps an operation back."""
    kept = [c for c in each.constraints if run.issued[c.before].time + c.delay == each.time]
    return kept[0] if kept and all(c.kind is Kind.PORT for c in kept) else None


def _port(run: Executed, each: Issued, taken: Constraint) -> str:
    other = dict(run.issued[taken.before].operation.ports)
    return next(name for name, _ in each.operation.ports if name in other)


def _name(each: Issued, constraint: Constraint) -> str:
    return NAMES.get(constraint.kind) or f"slot {each.operation.unit}"


def _phases(places: Places, waits: list[Wait | None]) -> list[str]:
    """Of each bundle: iterations of an innermost loop are its steady state.

    Without a loop it is what lies between the first and the last busy bundle.
    """
    steady = np.zeros(len(places), dtype=bool)
    for first, last in _innermost(places):
        inside = np.concatenate([[False], (places >= first) & (places <= last), [False]])
        begins, ends = np.flatnonzero(np.diff(inside.astype(np.int8))).reshape(-1, 2).T
        for begin, end in zip(begins.tolist(), ends.tolist(), strict=True):
            steady[begin:end] |= bool((places[begin + 1 : end] == first).any())
    if not steady.any():
        busy = [time for time, wait in enumerate(waits) if wait is None] or [0]
        steady[busy[0] : busy[-1] + 1] = True
    times = np.flatnonzero(steady)
    if not times.size:
        return []
    named = [BETWEEN if not each else STEADY for each in steady.tolist()]
    named[: times[0]] = [BEFORE] * int(times[0])
    named[times[-1] + 1 :] = [AFTER] * (len(named) - int(times[-1]) - 1)
    return named


def _innermost(places: Places) -> list[tuple[int, int]]:
    """Loops that jump back and have none inside: their first and last bundles."""
    back = np.flatnonzero(places[1:] <= places[:-1])
    loops = set(zip(places[back + 1].tolist(), places[back].tolist(), strict=True))
    return [
        (first, last)
        for first, last in loops
        if not any((f, e) != (first, last) and first <= f and e <= last for f, e in loops)
    ]
