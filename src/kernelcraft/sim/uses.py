"""What an instruction reads, writes and takes, and when: found by watching its body at work.

The body runs on a machine that keeps nothing: it answers with small numbers and notes what it is
asked. As a body may go different ways, it runs with several sets of numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import NoReturn

import numpy as np

from kernelcraft.isa.instruction import Instruction
from kernelcraft.sim.machine import Array, Machine, MemoryView
from kernelcraft.sim.moment import Moment, late_arguments, late_values
from kernelcraft.sim.parts import LaneFile, operand_name
from kernelcraft.sim.reference import Operand

WORLDS = 8  # sets of numbers
NUMBERS = (0, 32)


@dataclass(frozen=True)
class Touch:
    """One register, granule or memory, read or written in a stage for an operand or a part."""

    part: str  # as the machine names it
    number: int  # 0 for a memory
    of: str
    stage: int
    bypass: str | None = None


@dataclass(frozen=True)
class Uses:
    """All that one operation does; `claims` are ports and the stages in which they are taken.

    `branch` is the number of delay slots of an operation that may jump or end the program.
    """

    reads: frozenset[Touch]
    writes: frozenset[Touch]
    memory_reads: frozenset[Touch]
    memory_writes: frozenset[Touch]
    claims: frozenset[tuple[str, int]]
    branch: int | None


@cache
def uses(machine: type[Machine], instruction: Instruction, operands: tuple[int, ...]) -> Uses:
    """What an operation with these operands, in the order of the signature, does at most."""
    found = _Notes()
    for world in range(WORLDS):
        _Watcher(machine, instruction, operands, found, Random(world)).run()
    return Uses(
        frozenset(found.reads),
        frozenset(found.writes),
        frozenset(found.memory_reads),
        frozenset(found.memory_writes),
        frozenset(found.claims),
        found.branch,
    )


@dataclass
class _Notes:
    reads: set[Touch] = field(default_factory=set)
    writes: set[Touch] = field(default_factory=set)
    memory_reads: set[Touch] = field(default_factory=set)
    memory_writes: set[Touch] = field(default_factory=set)
    claims: set[tuple[str, int]] = field(default_factory=set)
    branch: int | None = None


class _Left(Exception):
    """A body ends here."""


class _Watcher:
    """A backend and its pipeline for one operation."""

    pc = instructions = cycles = pending = 0

    def __init__(
        self,
        machine: type[Machine],
        instruction: Instruction,
        operands: tuple[int, ...],
        notes: _Notes,
        random: Random,
    ) -> None:
        self.machine, self.instruction, self.notes, self.random = (
            machine,
            instruction,
            notes,
            random,
        )
        self.moment = Moment(machine, instruction)
        names = [operand.name for operand in instruction.operands]
        self.operands = {
            name: Operand(value, name) for name, value in zip(names, operands, strict=True)
        }
        self.kept: list[tuple[int, dict[str, int]]] = []
        self.values: dict[tuple[str, int], int] = {}

    def run(self) -> None:
        """The body, and then what it left for later stages."""
        machine = self.machine(self)
        machine.instruction, machine.operands = self.instruction, self.operands
        try:
            self.instruction.function(machine, **self.operands)
        except _Left:
            return
        for stage, values in self.kept:
            function = self.instruction.timing.late[stage]
            self.moment = Moment(self.machine, self.instruction, stage)
            names = late_values(self.instruction, function)
            kept = {name: values[name] for name in names}
            function(machine, **late_arguments(self.instruction, function, self.operands, kept))

    @property
    def pipeline(self) -> _Watcher:
        return self

    def value(self, name: str, number: int) -> int:
        """The same whenever it is asked for again."""
        return self.values.setdefault((name, number), self.random.choice(NUMBERS))

    def touched(self, name: str, number: int, of: str, stage: int) -> Touch:
        bypass = self.instruction.timing.bypass.get(of)
        return Touch(name, number, of, stage, bypass)

    def written(self, of: str) -> int:
        latency = self.instruction.latency
        assert isinstance(latency, int)
        found = self.moment.written(of)
        return latency if found is None else found

    def claims(self, of: str, stage: int) -> None:
        self.notes.claims |= {(port, stage) for port in self.moment.ports(of)}

    def registers(self, name: str) -> _Registers:
        return _Registers(self, name)

    def lanes(self, name: str) -> LaneFile:
        return _Lanes(self, name)

    def memory(self, name: str) -> MemoryView:
        return _Memory(self, name)

    def parameter(self, name: str) -> int:
        return 0

    def check(self, condition: bool, template: str, values: Mapping[str, int]) -> None: ...

    def spend(self, cycles: int, reason: str) -> None: ...

    def charge(self, cycles: int, reason: int) -> None: ...

    def watch(self, instructions: int) -> None: ...

    def jump(self, target: int, after: int) -> None:
        self.notes.branch = after

    def halt(self, after: int) -> None:
        self.notes.branch = after

    def leave(self) -> NoReturn:
        raise _Left

    def later(self, stage: int, values: Mapping[str, int]) -> None:
        self.kept.append((stage, dict(values)))

    def claim(self, port: str, stage: int) -> None:
        self.notes.claims.add((port, stage))


class _Registers:
    def __init__(self, watcher: _Watcher, name: str) -> None:
        self.watcher, self.name = watcher, name

    def __getitem__(self, index: int) -> int:
        return self.read(index, operand_name(index) or self.name)

    def __setitem__(self, index: int, value: int) -> None:
        self.write(index, value, operand_name(index) or self.name)

    def read(self, index: int, of: str) -> int:
        stage = max(self.watcher.moment.sampled(of), self.watcher.moment.stage)
        self.watcher.notes.reads.add(self.watcher.touched(self.name, int(index), of, stage))
        return self.watcher.value(self.name, int(index))

    def write(self, index: int, value: int, of: str, *, ports: bool = True) -> None:
        stage = self.watcher.written(of)
        if ports:
            self.watcher.claims(of, stage)
        self.watcher.notes.writes.add(self.watcher.touched(self.name, int(index), of, stage))


class _Lanes:
    def __init__(self, watcher: _Watcher, name: str) -> None:
        self.watcher, self.name = watcher, name
        self.part = next(each for each in watcher.machine.layout.lanes if each.name == name)
        count = (self.part.count + self.part.results) * self.part.width
        self.array: Array = np.zeros(count, dtype=np.uint8)
        self.next = self.part.count

    def read(self, first: int, count: int, of: str) -> int:
        stage = self.watcher.moment.sampled(of)
        self.watcher.claims(of, stage)
        for number in range(int(first), int(first) + count):
            self.watcher.notes.reads.add(self.watcher.touched(self.name, number, of, stage))
        return int(first) * self.part.width

    def result(self, count: int) -> int:
        offset = self.next * self.part.width
        self.next += count
        return offset

    def write(self, first: int, count: int, offset: int, of: str) -> None:
        stage = self.watcher.written(of)
        self.watcher.claims(of, stage)
        for number in range(int(first), int(first) + count):
            self.watcher.notes.writes.add(self.watcher.touched(self.name, number, of, stage))


class _Memory:
    size = 1 << 20

    def __init__(self, watcher: _Watcher, name: str) -> None:
        self.watcher, self.name = watcher, name
        self.array: Array = np.zeros(64, dtype=np.uint8)

    def _touch(self) -> Touch:
        return self.watcher.touched(self.name, 0, self.name, self.watcher.moment.stage)

    def __getitem__(self, index: int) -> int:
        self.watcher.notes.memory_reads.add(self._touch())
        return 0

    def __setitem__(self, index: int, value: int) -> None:
        self.watcher.notes.memory_writes.add(self._touch())

    def reads(self, start: int, count: int, rows: int = 1, step: int = 0) -> int:
        self.watcher.notes.memory_reads.add(self._touch())
        return 0

    def writes(self, start: int, count: int, rows: int = 1, step: int = 0) -> int:
        self.watcher.notes.memory_writes.add(self._touch())
        return 0
