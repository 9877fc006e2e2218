"""What the operations of an executed program had to come after, on a machine without interlocks.

Such a machine issues a bundle a cycle, whatever its operands hold; who wrote the program has put
operations far enough apart. What they read, write and take says how far was needed. Addresses are
not followed: a load may need any store before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from kernelcraft.codegen.operation import ALL, Access, Operation, Read, Write
from kernelcraft.codegen.reading import operation_of
from kernelcraft.codegen.target import Target
from kernelcraft.isa.program import Program

Places = npt.NDArray[np.int64]
REACH: Final = 32  # more bundles than any operation takes
NOTHING: Final = -1


class Kind(IntEnum):
    """Why an operation comes no earlier; of several, the first one is named."""

    LATENCY = 0  # a result is not there yet
    BRANCH = 1  # it stands after the delay slots of a branch
    BARRIER = 2  # no access to memory may pass it, or it is one
    MEMORY = 3  # an access before it, to whatever address
    REGISTER = 4  # its result would overwrite what is still to be read
    SLOT = 5  # one operation a bundle
    PORT = 6  # of registers or memory, one operation a cycle


class Constraint(NamedTuple):
    """At least `delay` bundles after the operation with the number `before`."""

    before: int
    delay: int
    kind: Kind


class Issued(NamedTuple):
    """The operation at `place` of a program, executed in bundle `time`, and what it came after.

    `slots` are those that it fills.
    """

    place: int
    time: int
    operation: Operation
    slots: tuple[str, ...]
    constraints: list[Constraint]


@dataclass(frozen=True)
class Executed:
    """A run, without what does nothing: `issued` has the operations that others name by number.

    `bundles` are those of each bundle, `places` where it stands in the program.
    """

    program: Program
    issued: list[Issued]
    bundles: list[range]
    places: Places

    def line(self, number: int) -> int:
        """The source line of an executed operation."""
        return int(self.program.lines[self.issued[number].place])


class _Value(NamedTuple):
    """A value in a part of the registers, or on its way to it."""

    lands: int
    time: int
    number: int
    stage: int
    bypass: str | None


@dataclass
class _History:
    """What the bundles so far mean for later ones; issues are pairs of a time and a number."""

    values: dict[str, list[_Value]] = field(default_factory=dict)
    samples: dict[str, tuple[int, int, int, str | None]] = field(default_factory=dict)  # the last
    accesses: dict[Access, tuple[int, int]] = field(default_factory=dict)
    slots: dict[str, tuple[int, int]] = field(default_factory=dict)
    ports: dict[str, tuple[int, int, int]] = field(default_factory=dict)  # with the stage
    branch: tuple[int, int, int] | None = None  # the last one, with its delay slots
    before: tuple[int, int, int] | None = None  # the last one whose delay slots are over


def executed(target: Target, program: Program, places: Places) -> Executed:
    """The run whose bundles began with the operations `places`."""
    static = {first: list(found) for first, found in _bundles(target, program)}
    history, issued, bundles = _History(), list[Issued](), list[range]()
    for time, place in enumerate(places.tolist()):
        branch = history.branch
        if branch is not None and time > branch[0] + branch[2]:
            history.before, history.branch = branch, None
        first = len(issued)
        for index, operation, slots in static[place]:
            constraints = _constraints(history, operation, slots, time)
            issued.append(Issued(index, time, operation, slots, constraints))
        bundles.append(range(first, len(issued)))
        for number in bundles[-1]:
            _remember(history, number, issued[number])
    return Executed(program, issued, bundles, places)


_Static = tuple[int, Operation, tuple[str, ...]]


def _bundles(target: Target, program: Program) -> Iterator[tuple[int, list[_Static]]]:
    """Of every bundle its first operation, and those that do something."""
    first, found, bundle = 0, list[_Static](), target.bundle
    for index, row in enumerate(program.ops.tolist()):
        instruction = program.isa.table[row[0]]
        operands = tuple(row[1 : 1 + len(instruction.operands)])
        operation = operation_of(target, instruction, operands)
        covered = bundle.slots[bundle.position(operation.unit)].covers
        if _does_something(operation):
            found.append((index, operation, covered or (operation.unit,)))
        if program.ends[index]:
            yield first, found
            first, found = index + 1, []


def _does_something(operation: Operation) -> bool:
    touched = operation.reads or operation.writes or operation.accesses or operation.ports
    return bool(touched) or operation.delay_slots is not None


_Latest = dict[tuple[int, Kind], int]


def _constraints(
    history: _History, operation: Operation, slots: tuple[str, ...], time: int
) -> list[Constraint]:
    """The strictest of each operation before; one that the run did not keep to is none."""
    found: _Latest = {}
    for read in operation.reads:
        _data(history, read, time, found)
    for write in operation.writes:
        _reuse(history, write, time, found)
    for access in operation.accesses:
        _memory(history, access, time, found)
    for slot in slots:
        if slot in history.slots:
            _add(found, time, *history.slots[slot], 1, Kind.SLOT)
    for port, stage in operation.ports:
        if port in history.ports:
            at, number, taken = history.ports[port]
            _add(found, time, at, number, taken - stage + 1, Kind.PORT)
    if history.before is not None:
        at, number, delay_slots = history.before
        _add(found, time, at, number, delay_slots + 1, Kind.BRANCH)
    return [Constraint(number, delay, kind) for (number, kind), delay in found.items()]


def _add(found: _Latest, time: int, at: int, number: int, delay: int, kind: Kind) -> None:
    key = (number, kind)
    if at + delay <= time and delay > found.get(key, -REACH):
        found[key] = delay


def _data(history: _History, read: Read, time: int, found: _Latest) -> None:
    """After what made the value that is sampled: the last one to have landed by then."""
    latest, chosen, distance = -1, NOTHING, 0
    for lands, at, number, stage, bypass in history.values.get(read.part, ()):
        needed = stage - read.stage + 1 - (bypass is not None and bypass == read.bypass)
        if needed < 1:
            needed = 1
        if at + needed <= time and lands >= latest:
            latest, chosen, distance = lands, number, needed
    if chosen != NOTHING:
        key = (chosen, Kind.LATENCY)
        if distance > found.get(key, 0):
            found[key] = distance


def _reuse(history: _History, write: Write, time: int, found: _Latest) -> None:
    """After samples of what is overwritten, and landing after what was on its way."""
    sample = history.samples.get(write.part)
    if sample is not None:
        at, number, stage, bypass = sample
        met = bypass is not None and bypass == write.bypass
        _add(found, time, at, number, stage - write.stage + met, Kind.REGISTER)
    values = history.values.get(write.part)
    if values:
        last = values[-1]
        _add(found, time, last.time, last.number, last.stage - write.stage + 1, Kind.REGISTER)


def _memory(history: _History, access: Access, time: int, found: _Latest) -> None:
    """After accesses that might be to the same address; loads come before stores of their cycle."""
    for other, (at, number) in history.accesses.items():
        if (access.writes or other.writes) and time - at < REACH:
            barrier = ALL in (access.area, other.area)
            both = access.area == other.area == ALL
            delay = 1 if both else other.stage - access.stage + other.writes
            _add(found, time, at, number, delay, Kind.BARRIER if barrier else Kind.MEMORY)


def _remember(history: _History, number: int, each: Issued) -> None:
    time, operation = each.time, each.operation
    for part, stage, bypass in ((r.part, r.stage, r.bypass) for r in operation.reads):
        last = history.samples.get(part)
        if last is None or time + stage >= last[0] + last[2]:
            history.samples[part] = time, number, stage, bypass
    for write in operation.writes:
        values = history.values.setdefault(write.part, [])
        if len(values) > 1:  # what landed before another one that has landed is gone
            settled = max((value.lands for value in values if value.lands <= time), default=0)
            values[:] = [value for value in values if value.lands >= settled]
        values.append(_Value(time + write.stage, time, number, write.stage, write.bypass))
    for access in operation.accesses:
        history.accesses[access] = time, number
    for slot in each.slots:
        history.slots[slot] = time, number
    for port, stage in operation.ports:
        before = history.ports.get(port)
        if before is None or before[0] + before[2] <= time + stage:
            history.ports[port] = time, number, stage
    if operation.delay_slots is not None:
        history.branch = time, number, operation.delay_slots
