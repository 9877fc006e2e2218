"""A machine without data: it runs instruction bodies and writes down what they touch.

Integer registers hold real values, because addresses decide what is touched; everything else is
unknown. The bodies are the machine's own, so a new instruction needs nothing here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NoReturn, cast

from kernelcraft.platforms.plena.machine.state import Plena
from kernelcraft.sim.machine import Array, Memory, MemoryView, Registers
from kernelcraft.sim.routine import Routine

NOT_TRACKED = frozenset({"last_prefetch", "last_store"})  # of the DRAM model: they change no data


class Untraceable(ValueError):
    """A program whose addresses cannot be known before it runs, or that faults."""


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


class _Scalars:
    """The f registers."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def __getitem__(self, index: int) -> int:
        self.recorder.reads.append(Span("f", index, 1, 1, 0))
        return UNKNOWN

    def __setitem__(self, index: int, value: int) -> None:
        if index:
            self.recorder.writes.append(Span("f", index, 1, 1, 0))


class _Memory:
    def __init__(self, recorder: Recorder, part: Memory, size: int) -> None:
        self.recorder, self.name, self.size = recorder, part.name, size
        self.implicit = not part.recorded and part.name != "matrix_sram"  # an accumulator

    @property
    def array(self) -> Array:
        if self.implicit:
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

    def __init__(self, parameters: Mapping[str, int]) -> None:
        self.parameters = parameters
        self.reads: list[Span] = []
        self.writes: list[Span] = []
        self.integers = {
            part.name: _Integers(part.count, part.bits, part.zero, part.reset)
            for part in Plena.layout.registers
            if part.name != "f" and part.name not in NOT_TRACKED
        }
        self.scalars = _Scalars(self)
        self.memories = {
            part.name: _Memory(self, part, part.size(parameters)) for part in Plena.layout.memories
        }
        self.pc = self.next = self.instructions = self.cycles = 0

    def clear(self) -> None:
        """Forget the spans."""
        self.reads, self.writes = [], []

    def registers(self, name: str) -> Registers:
        return self.scalars if name == "f" else self.integers[name]

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


@cache
def integer_registers() -> frozenset[str]:
    """The parts that hold real values here."""
    return frozenset(p.name for p in Plena.layout.registers) - NOT_TRACKED - {"f"}
