"""A machine without data: it runs instruction bodies and writes down what they touch.

Registers that addresses are made of hold real values, because addresses decide what is touched;
everything else is unknown. The bodies are the machine's own: a new instruction needs nothing here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NoReturn, cast

from kernelcraft.sim.machine import Array, Machine, Memory, MemoryView, Registers
from kernelcraft.sim.routine import Routine


class Untraceable(ValueError):
    """A program whose addresses cannot be known before it runs, or that faults."""


@dataclass(frozen=True, eq=False)
class Tracked:
    """What is followed of a machine.

    data: registers whose values are unknown. ignored: registers of timing models, which change no
    data. whole: memories that have no addresses, such as accumulators; an access is to all of one.
    """

    machine: type[Machine]
    data: Collection[str]
    ignored: Collection[str]
    whole: Collection[str]

    @property
    def integers(self) -> frozenset[str]:
        """The registers that hold real values."""
        names = {part.name for part in self.machine.layout.registers}
        return frozenset(names - {*self.data, *self.ignored})


@dataclass(frozen=True)
class Span:
    """`rows` runs of `count` elements of a memory, `step` apart."""

    memory: str
    start: int
    count: int
    rows: int
    step: int


class _Unknown(int):
    """A number that depends on data; every calculation with it gives another one."""

    def trace_call(self, routine: Routine[..., object], arguments: tuple[object, ...]) -> object:
        """The result of a routine is unknown, too."""
        return UNKNOWN


UNKNOWN = _Unknown(0)


class _Integers:
    def __init__(self, count: int, bits: int, zero: int | None, reset: int) -> None:
        self.values, self.zero, self.mask = [reset] * count, zero, (1 << bits) - 1

    def __getitem__(self, index: int) -> int:
        return self.values[index]

    def __setitem__(self, index: int, value: int) -> None:
        if isinstance(value, _Unknown):
            raise Untraceable("an address depends on data")
        if index != self.zero:
            self.values[index] = value & self.mask


class _Data:
    """Registers of which only is noted that they are touched."""

    def __init__(self, recorder: Recorder, name: str, zero: int | None) -> None:
        self.recorder, self.name, self.zero = recorder, name, zero

    def __getitem__(self, index: int) -> int:
        self.recorder.reads.append(Span(self.name, index, 1, 1, 0))
        return UNKNOWN

    def __setitem__(self, index: int, value: int) -> None:
        if index != self.zero:
            self.recorder.writes.append(Span(self.name, index, 1, 1, 0))


class _Memory:
    def __init__(self, recorder: Recorder, part: Memory, size: int) -> None:
        self.recorder, self.name, self.size = recorder, part.name, size
        self.whole = part.name in recorder.tracked.whole

    @property
    def array(self) -> Array:
        if self.whole:
            whole = Span(self.name, 0, self.size, 1, 0)
            self.recorder.reads.append(whole)
            self.recorder.writes.append(whole)
        return cast(Array, UNKNOWN)

    def _span(self, start: int, count: int, rows: int, step: int) -> Span:
        last = start + (rows - 1) * step
        if not (0 <= start <= self.size - count and 0 <= last <= self.size - count):
            raise Untraceable(f"{self.name} address {start} is outside the memory")
        return Span(self.name, start, count, rows, step)

    def reads(self, start: int, count: int, rows: int = 1, step: int = 0) -> int:
        self.recorder.reads.append(self._span(start, count, rows, step))
        return start

    def writes(self, start: int, count: int, rows: int = 1, step: int = 0) -> int:
        self.recorder.writes.append(self._span(start, count, rows, step))
        return start

    def __getitem__(self, index: int) -> int:
        self.reads(index, 1)
        return UNKNOWN

    def __setitem__(self, index: int, value: int) -> None:
        self.writes(index, 1)


class Recorder:
    """The backend; `reads` and `writes` hold the spans since they were last cleared."""

    pipeline = None  # on this machine nothing is under way

    def __init__(self, tracked: Tracked, parameters: Mapping[str, int]) -> None:
        self.tracked, self.parameters = tracked, parameters
        self.reads: list[Span] = []
        self.writes: list[Span] = []
        layout = tracked.machine.layout
        self.integers = {
            part.name: _Integers(part.count, part.bits, part.zero, part.reset)
            for part in layout.registers
            if part.name in tracked.integers
        }
        self.data = {
            part.name: _Data(self, part.name, part.zero)
            for part in layout.registers
            if part.name in tracked.data
        }
        self.memories = {
            part.name: _Memory(self, part, part.size(parameters)) for part in layout.memories
        }
        self.pc = self.next = self.instructions = self.cycles = 0

    def clear(self) -> None:
        """Forget the spans."""
        self.reads, self.writes = [], []

    def registers(self, name: str) -> Registers:
        return self.data[name] if name in self.data else self.integers[name]

    def memory(self, name: str) -> MemoryView:
        return self.memories[name]

    def parameter(self, name: str) -> int:
        return self.parameters[name]

    def check(self, condition: bool, template: str, values: Mapping[str, int]) -> None:
        if not condition:
            raise Untraceable(template.format(**values))

    def jump(self, target: int, after: int) -> None:
        self.next = target

    def watch(self, instructions: int) -> None:
        """Endless programs are stopped by their number of steps."""

    def spend(self, cycles: int, reason: str) -> None:
        """Time does not pass here."""

    def charge(self, cycles: int, reason: int) -> None:
        """Time does not pass here."""

    def halt(self, after: int) -> None:
        raise Untraceable("the program halts early")

    def leave(self) -> NoReturn:
        raise Untraceable("an instruction is left early")
