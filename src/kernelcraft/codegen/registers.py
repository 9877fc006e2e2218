"""Register allocation: a value has its register from its landing to its last read.

A value in flight takes no register: two iterations of a loop may have one in flight to one place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from kernelcraft.codegen.operation import Operation


@dataclass(frozen=True)
class Register:
    """A register that a value may get: what its text is by view, and the parts it has."""

    views: Mapping[str, str]  # "" the whole, "l" its lower half ...
    parts: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class RegisterFile:
    """Parts of registers that classes share."""

    name: str
    parts: frozenset[str]


@dataclass(frozen=True, eq=False)
class RegisterClass:
    """Registers of one form, any of which a value may get."""

    name: str
    registers: tuple[Register, ...]
    file: RegisterFile

    @property
    def width(self) -> int:
        """The parts of each register."""
        return len(self.registers[0].parts)


Classes = Mapping[str, RegisterClass]
"""By the name of a value."""


WAYS = 3  # numbers of copies that are tried
ORDERS = 24  # in which values get their registers


class TooFewRegisters(ValueError):
    """More values are live at a time than registers of their class are free."""


_VALUE = re.compile(r"%(\w+)(?:\.(\w+))?")


def with_registers(text: str, registers: Mapping[str, Register]) -> str:
    """A text whose values, such as `%name` or its view `%name.l`, are those registers' names."""

    def chosen(value: re.Match[str]) -> str:
        register = registers.get(value[1])
        return value[0] if register is None else register.views[value[2] or ""]

    return _VALUE.sub(chosen, text)


def values_in(text: str) -> list[str]:
    """The names of the values in a text, each once."""
    return list(dict.fromkeys(found[1] for found in _VALUE.finditer(text)))


@dataclass(frozen=True)
class Allocation:
    """For each value its registers in turn: iteration i of a loop uses the i-th, beginning again.

    After `unroll` iterations every value is back at its first register.
    """

    registers: Mapping[str, tuple[Register, ...]]
    unroll: int = 1

    def text(self, operation: Operation, turn: int = 0) -> str:
        """The operation's text with the registers of an iteration."""
        now = {name: copies[turn % len(copies)] for name, copies in self.registers.items()}
        return with_registers(operation.text, now)


@dataclass
class LiveRange:
    """From when to when, in cycles after an iteration began, each part holds a value."""

    first: dict[int, int] = field(default_factory=dict)
    last: dict[int, int] = field(default_factory=dict)

    @property
    def length(self) -> int:
        """The cycles of the part with the longest range."""
        return max(self.last[part] - self.first[part] + 1 for part in self.first)


def value_of(part: str) -> str | None:
    """The value that a part belongs to, or None for a part of a register named in the text."""
    return part[1:].partition(":")[0] if part.startswith("%") else None


def live_ranges(operations: Sequence[Operation], times: Sequence[int]) -> dict[str, LiveRange]:
    """Of every value in a schedule, by name."""
    found: dict[str, LiveRange] = {}
    for operation, time in zip(operations, times, strict=True):
        for write in operation.writes:
            name = value_of(write.part)
            if name is not None:
                live, part = found.setdefault(name, LiveRange()), int(write.part.partition(":")[2])
                shown = time + write.stage - (write.bypass is not None)
                live.first[part] = min(live.first.get(part, shown), shown)
                live.last[part] = max(live.last.get(part, 0), time + write.stage)
    for operation, time in zip(operations, times, strict=True):
        for read in operation.reads:
            name = value_of(read.part)
            if name is not None:
                part = int(read.part.partition(":")[2])
                if name not in found or part not in found[name].first:
                    raise ValueError(f"{operation.text}: nothing writes {read.part}")
                live = found[name]
                live.last[part] = max(live.last[part], time + read.stage - 1)
    return found


def allocate(
    found: Mapping[str, LiveRange],
    classes: Classes,
    taken: set[str],
    interval: int | None = None,
) -> Allocation:
    """Registers for values of some `classes`; `taken` are parts that are in use.

    In a loop whose iterations begin every `interval` bundles a value with a longer range gets
    several registers in turn (modulo variable expansion). Raises `TooFewRegisters`.
    """
    least = {
        name: 1 if interval is None else -(-live.length // interval) for name, live in found.items()
    }
    unroll = max(least.values(), default=1)
    ways = sorted(range(unroll, 2 * unroll), key=lambda each: (_all(least, each), each))
    failed = TooFewRegisters("")
    for order in range(ORDERS if interval is not None else 1):
        way = ways[order % min(WAYS, len(ways))]
        names = _ordered(found, classes, order)
        try:
            copies = _copies(least, way)
            return Allocation(_chosen(found, classes, taken, interval, copies, way, names), way)
        except TooFewRegisters as error:
            failed = error
    raise failed


def _ordered(found: Mapping[str, LiveRange], classes: Classes, order: int) -> list[str]:
    """Wide values first, then long live ranges, the more shuffled the later."""
    shuffled = Random(order)
    weights = {
        name: live.length * (1.0 + shuffled.random() * (order >= WAYS))
        for name, live in found.items()
    }
    return sorted(found, key=lambda name: (-classes[name].width, -weights[name]))


def _copies(least: Mapping[str, int], unroll: int) -> dict[str, int]:
    """How many registers each value gets, so that all are at their first after `unroll`."""
    return {name: _divisor(unroll, count) for name, count in least.items()}


def _all(least: Mapping[str, int], unroll: int) -> int:
    return sum(_copies(least, unroll).values())


def _chosen(
    found: Mapping[str, LiveRange],
    classes: Classes,
    taken: set[str],
    interval: int | None,
    copies: Mapping[str, int],
    unroll: int,
    order: Sequence[str],
) -> dict[str, tuple[Register, ...]]:
    circle = None if interval is None else unroll * interval
    busy: set[tuple[str, int]] = set()
    chosen: dict[str, tuple[Register, ...]] = {}
    for name in order:
        registers = []
        for copy in range(copies[name]):
            turns = range(copy, unroll, copies[name])
            starts = [turn * (interval or 0) for turn in turns]
            register = _free(classes[name], found[name], starts, circle, busy, taken)
            if register is None:
                raise TooFewRegisters(
                    f"no register of class {classes[name].name} is free for {name}"
                )
            busy |= set(_places(register, found[name], starts, circle))
            registers.append(register)
        chosen[name] = tuple(registers)
    return chosen


def _divisor(unroll: int, count: int) -> int:
    return next(each for each in range(count, unroll + 1) if unroll % each == 0)


def _free(
    kind: RegisterClass,
    live: LiveRange,
    starts: Sequence[int],
    circle: int | None,
    busy: set[tuple[str, int]],
    taken: set[str],
) -> Register | None:
    for each in kind.registers:
        if taken.intersection(each.parts):
            continue
        if not any(place in busy for place in _places(each, live, starts, circle)):
            return each
    return None


def _places(
    register: Register, live: LiveRange, starts: Sequence[int], circle: int | None
) -> Iterator[tuple[str, int]]:
    for start in starts:
        for part, first in live.first.items():
            for cycle in range(start + first, start + live.last[part] + 1):
                yield register.parts[part], cycle if circle is None else cycle % circle
