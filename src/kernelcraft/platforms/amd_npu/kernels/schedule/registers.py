"""Which register a value gets, for as long as it needs one: from its landing to its last reading.

A value under way takes no register: two rounds of a loop may have theirs in flight to one place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from kernelcraft.platforms.amd_npu.kernels.schedule.operation import Operation


@dataclass(frozen=True)
class Candidate:
    """A register that a value may get: what its text is by view, and the parts it has."""

    views: Mapping[str, str]  # "" the whole, "l" its lower half ...
    parts: tuple[str, ...]


def _x(index: int) -> Candidate:
    low, high = f"wl{index}", f"wh{index}"
    return Candidate({"": f"x{index}", "l": low, "h": high}, (low, high))


def _bm(half: str, index: int) -> Candidate:
    low, high = f"am{half}l{index}", f"am{half}h{index}"
    return Candidate({"": f"bm{half}{index}", "l": low, "h": high}, (low, high))


def _cm(index: int) -> Candidate:
    quarters = {each: f"am{each}{index}" for each in ("ll", "lh", "hl", "hh")}
    halves = {"l": f"bml{index}", "h": f"bmh{index}"}
    return Candidate({"": f"cm{index}", **halves, **quarters}, tuple(quarters.values()))


def _one(name: str) -> Candidate:
    return Candidate({"": name}, (name,))


KINDS: Mapping[str, tuple[Candidate, ...]] = {
    "r": tuple(_one(f"r{index}") for index in range(16)),
    "mask": tuple(_one(f"r{index}") for index in range(16, 24)),
    "w": tuple(_one(f"w{half}{index}") for index in range(12) for half in "lh"),
    "wl": tuple(_one(f"wl{index}") for index in range(12)),
    "x": tuple(_x(index) for index in range(12)),
    "am": tuple(_one(f"am{part}{i}") for i in range(9) for part in ("ll", "lh", "hl", "hh")),
    "bm": tuple(_bm(half, index) for index in range(9) for half in "lh"),
    "bml": tuple(_bm("l", index) for index in range(8)),  # what vshuffle reaches
    "bmh": tuple(_bm("h", index) for index in range(8)),
    "cm": tuple(_cm(index) for index in range(9)),
}


WAYS = 3  # numbers of rounds that are tried
ORDERS = 24  # in which values get their registers


class TooFewRegisters(ValueError):
    """More values are alive at a time than registers of their kind are free."""


@dataclass(frozen=True)
class Allocation:
    """For each value its registers in turn: round i of a loop uses the i-th, beginning again."""

    registers: Mapping[str, tuple[Candidate, ...]]
    rounds: int = 1  # after so many rounds every value is back at its first register

    def text(self, operation: Operation, turn: int = 0) -> str:
        """The operation's text with the registers of a round."""
        text = operation.text
        for name in sorted(self.registers, key=len, reverse=True):
            if f"%{name}" in text:
                copies = self.registers[name]
                views = copies[turn % len(copies)].views
                for view in sorted(views, key=len, reverse=True):
                    text = text.replace(f"%{name}.{view}" if view else f"%{name}", views[view])
        return text


@dataclass
class Life:
    """From when to when, in cycles counted from the issue of a round, each part holds a value."""

    first: dict[int, int] = field(default_factory=dict)
    last: dict[int, int] = field(default_factory=dict)

    @property
    def length(self) -> int:
        """The cycles of the part that lives longest."""
        return max(self.last[part] - self.first[part] + 1 for part in self.first)


def value_of(part: str) -> str | None:
    """The value that a part belongs to, or None for a part of a register named in the text."""
    return part[1:].partition(":")[0] if part.startswith("%") else None


def lives(operations: Sequence[Operation], times: Sequence[int]) -> dict[str, Life]:
    """Of every value in a schedule, by name."""
    found: dict[str, Life] = {}
    for operation, time in zip(operations, times, strict=True):
        for write in operation.writes:
            name = value_of(write.part)
            if name is not None:
                life, part = found.setdefault(name, Life()), int(write.part.partition(":")[2])
                shown = time + write.stage - (write.bypass is not None)
                life.first[part] = min(life.first.get(part, shown), shown)
                life.last[part] = max(life.last.get(part, 0), time + write.stage)
    for operation, time in zip(operations, times, strict=True):
        for read in operation.reads:
            name = value_of(read.part)
            if name is not None:
                part = int(read.part.partition(":")[2])
                if name not in found or part not in found[name].first:
                    raise ValueError(f"{operation.text}: nothing writes {read.part}")
                life = found[name]
                life.last[part] = max(life.last[part], time + read.stage - 1)
    return found


def allocate(
    found: Mapping[str, Life],
    kinds: Mapping[str, str],
    taken: set[str],
    interval: int | None = None,
) -> Allocation:
    """Registers for values; `kinds` names a kind for each, `taken` are parts that are in use.

    In a loop whose rounds begin every `interval` bundles a value that lives longer gets several
    registers in turn. Raises `TooFewRegisters`.
    """
    least = {
        name: 1 if interval is None else -(-life.length // interval) for name, life in found.items()
    }
    rounds = max(least.values(), default=1)
    ways = sorted(range(rounds, 2 * rounds), key=lambda each: (_all(least, each), each))
    failed = TooFewRegisters("")
    for order in range(ORDERS if interval is not None else 1):
        way = ways[order % min(WAYS, len(ways))]
        names = _ordered(found, kinds, order)
        try:
            copies = _copies(least, way)
            return Allocation(_chosen(found, kinds, taken, interval, copies, way, names), way)
        except TooFewRegisters as error:
            failed = error
    raise failed


def _ordered(found: Mapping[str, Life], kinds: Mapping[str, str], order: int) -> list[str]:
    """Values of many parts first, then those that live longest, the more shuffled the later."""
    shuffled = Random(order)
    weights = {
        name: life.length * (1.0 + shuffled.random() * (order >= WAYS))
        for name, life in found.items()
    }
    return sorted(found, key=lambda name: (-len(KINDS[kinds[name]][0].parts), -weights[name]))


def _copies(least: Mapping[str, int], rounds: int) -> dict[str, int]:
    """So many registers for each value that all are back at their first after `rounds`."""
    return {name: _divisor(rounds, count) for name, count in least.items()}


def _all(least: Mapping[str, int], rounds: int) -> int:
    return sum(_copies(least, rounds).values())


def _chosen(
    found: Mapping[str, Life],
    kinds: Mapping[str, str],
    taken: set[str],
    interval: int | None,
    copies: Mapping[str, int],
    rounds: int,
    order: Sequence[str],
) -> dict[str, tuple[Candidate, ...]]:
    circle = None if interval is None else rounds * interval
    busy: set[tuple[str, int]] = set()
    chosen: dict[str, tuple[Candidate, ...]] = {}
    for name in order:
        registers = []
        for copy in range(copies[name]):
            turns = range(copy, rounds, copies[name])
            starts = [turn * (interval or 0) for turn in turns]
            register = _free(kinds[name], found[name], starts, circle, busy, taken)
            if register is None:
                raise TooFewRegisters(f"no register of kind {kinds[name]} is free for {name}")
            busy |= set(_places(register, found[name], starts, circle))
            registers.append(register)
        chosen[name] = tuple(registers)
    return chosen


def _divisor(rounds: int, count: int) -> int:
    return next(each for each in range(count, rounds + 1) if rounds % each == 0)


def _free(
    kind: str,
    life: Life,
    starts: Sequence[int],
    circle: int | None,
    busy: set[tuple[str, int]],
    taken: set[str],
) -> Candidate | None:
    for each in KINDS[kind]:
        if taken.intersection(each.parts):
            continue
        if not any(place in busy for place in _places(each, life, starts, circle)):
            return each
    return None


def _places(
    register: Candidate, life: Life, starts: Sequence[int], circle: int | None
) -> Iterator[tuple[str, int]]:
    for start in starts:
        for part, first in life.first.items():
            for cycle in range(start + first, start + life.last[part] + 1):
                yield register.parts[part], cycle if circle is None else cycle % circle
