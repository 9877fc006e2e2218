"""A run of the reference machine on unknown inputs: the bodies are the same, the numbers symbols.

What a program does must be the same for all inputs: where the way of control or an address depends
on one, the run ends and says where. Time does not pass.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, cast

import numpy as np

from kernelcraft.isa.program import Program
from kernelcraft.sim import reference
from kernelcraft.sim.machine import Machine
from kernelcraft.sim.parts import Memory as MemoryPart
from kernelcraft.sim.parts import RegisterFile, Scalar
from kernelcraft.sim.pipeline import Stop
from kernelcraft.sim.reference import OUTSIDE, Bodies, Left, operands_of
from kernelcraft.sim.run import fault_at
from kernelcraft.sim.state import State, written
from kernelcraft.sim.symbolic.graph import Dependent, Graph, Lift, Symbol, Unfollowed
from kernelcraft.sim.symbolic.pipeline import SymbolicPipeline
from kernelcraft.sim.symbolic.shadow import Memory, Small, hash_of

if TYPE_CHECKING:
    pass

Known = Mapping[str, Small]
"""For each array of a state, which elements hold a number that the program may know."""
Few = Mapping[str, Sequence[int]]
"""For each file of registers, the bits that each has if it has few and is not known; else 0."""


@dataclass
class Followed:
    """Where a run on unknown inputs has led: the graph, and what the memories hold.

    `refused` says why the run did not come to its end; `bundles` were begun.
    """

    graph: Graph
    memories: dict[str, Memory]
    bundles: int = 0
    refused: str = ""
    asked: int = 0  # the node that the way of control or an address depends on, if that is why


class _Registers:
    """A file of registers that arrive at once."""

    def __init__(self, backend: SymbolicBackend, part: RegisterFile | Scalar) -> None:
        self.graph, self.part = backend.graph, part
        self.mask = (1 << part.bits) - 1
        plain = part.zero_unless and backend.state.parameters[part.zero_unless]
        self.zero = None if plain else part.zero
        self.values = backend.initial(part)

    def __getitem__(self, index: int) -> int:
        value = self.values[index]
        if isinstance(value, Symbol):
            return value.signed(64) if self.part.bits == 64 else value
        return value if value < 1 << 63 else value - (1 << 64)

    def __setitem__(self, index: int, value: int) -> None:
        if index != self.zero:
            self.values[index] = value & self.mask


class _View:
    """A memory as bodies see it: every access is checked."""

    def __init__(self, backend: SymbolicBackend, part: MemoryPart) -> None:
        self.part = part
        self.array = backend.memories[part.name]
        self.record = backend.state[written(part.name)] if part.recorded else None

    @property
    def size(self) -> int:
        return self.array.size

    def reads(self, start: int, count: int, rows: int = 1, step: int = 0) -> int:
        if isinstance(start, Symbol):
            low, high = start.graph.span(start.node)
            if rows > 1 or low < 0 or high > self.size - count:
                raise Dependent("an address", start.node)
            return start
        for address in (start, start + (rows - 1) * step):
            if not 0 <= address <= self.size - count:
                template = OUTSIDE.format(title=self.part.title)
                raise Stop(template, {"address": address, "last": max(self.size - count, 0)})
        return start

    def writes(self, start: int, count: int, rows: int = 1, step: int = 0) -> int:
        if isinstance(start, Symbol):
            raise Dependent("an address", start.node)
        self.reads(start, count, rows, step)
        if self.record is not None:
            for row in range(rows):
                self.record[start + row * step : start + row * step + count] = 1
        return start

    def __getitem__(self, index: int) -> object:
        return self.array[self.reads(index, 1)]

    def __setitem__(self, index: int, value: object) -> None:
        self.array[self.writes(index, 1)] = value


class SymbolicBackend(Bodies):
    """Answers with symbols."""

    def __init__(self, state: State, known: Known, few: Few, lifts: Mapping[str, Lift]) -> None:
        super().__init__(state)
        layout = state.machine.layout
        self.graph, self.known, self.few = Graph(lifts), known, few
        self.memories = {
            part.name: Memory(self.graph, part.name, state[part.name], known[part.name].copy())
            for part in layout.memories
        }
        self.views = {part.name: _View(self, part) for part in layout.memories}
        self.files: dict[str, object] = {
            part.name: _Registers(self, part) for part in layout.registers if not part.delayed
        }
        self.pc = self.instructions = self.next = self.spent = 0
        self.operations = 0
        self.watchdog = 1 << 62
        self.bundled = state.machine.bundled
        self.pipeline = SymbolicPipeline(self) if self.bundled else None
        self.files |= self.pipeline.files if self.pipeline else {}

    def initial(self, part: RegisterFile | Scalar) -> list[int]:
        """What registers hold at the beginning."""
        known, graph = self.known[part.name], self.graph
        where = graph.constant(hash_of(part.name))
        values: list[int] = []
        for at, value in enumerate(self.state[part.name].tolist()):
            if known[at]:
                values.append(int(value))
            else:
                span = (0, (1 << (self.few[part.name][at] or part.bits)) - 1)
                values.append(graph.symbol(graph.new("unwritten", where, at, span=span)))
        return values

    def followed(self, name: str) -> Memory:
        """An array of the state as a memory."""
        return Memory(self.graph, name, self.state[name], self.known[name].copy())

    @property
    def cycles(self) -> int:
        """Where instructions wait for each other nobody knows; a program that asks finds that."""
        if self.bundled:
            return self.spent
        return self.graph.symbol(self.graph.new("time", self.instructions))

    def registers(self, name: str) -> object:
        return self.files[name]

    def memory(self, name: str) -> _View:
        return self.views[name]

    def spend(self, cycles: int, reason: str) -> None:
        """Time only passes where the text alone says how much."""
        self.spent += cycles

    def charge(self, cycles: int, reason: int) -> None:
        """Time does not pass."""

    def jump(self, target: int, after: int) -> None:
        if isinstance(target, Symbol):
            raise Dependent("where it jumps", target.node)
        if after:
            self.delay_slots[:] = (after + 1, target)
        else:
            self.next = target

    def halt(self, after: int) -> None:
        self.jump(self.operations, after)

    def end_bundle(self) -> None:
        """Let arrive what is due, and take a delayed jump that is due."""
        assert self.pipeline is not None
        self.pipeline.end_bundle()
        if self.delay_slots[0]:
            self.delay_slots[0] -= 1
            if not self.delay_slots[0]:
                self.next = int(self.delay_slots[1])

    def watch(self, instructions: int) -> None:
        self.watchdog = instructions

    def leave(self) -> NoReturn:
        raise Left


def run_symbolic(
    program: Program,
    backend: SymbolicBackend,
    bundles: int,
) -> Followed:
    """Run `program` from the backend's state, at most `bundles` of its bundles."""
    followed = Followed(backend.graph, backend.memories)
    machine = backend.state.machine(backend)  # type: ignore[arg-type]  # numbers are symbols
    backend.operations, backend.next = len(program.ops), program.entry
    ends, table = np.flatnonzero(program.ends), program.isa.table
    executions = np.zeros(len(program.ops), np.int64)
    try:
        while backend.next < backend.operations:
            if backend.instructions >= min(bundles, backend.watchdog):
                followed.refused = f"it has not ended after {backend.instructions:,} instructions"
                break
            backend.pc = backend.next
            backend.instructions += 1
            if backend.bundled:
                reference.do_bundle(program, table, machine, cast(Any, backend), executions)
                continue
            last = int(ends[np.searchsorted(ends, backend.pc)])
            backend.next = last + 1
            _bundle(program, machine, backend, last)
        else:
            if backend.bundled:
                reference.drain(program, table, machine, cast(Any, backend))
    except Dependent as found:
        followed.refused = _said(program, backend, f"{found.what} depends on {{what}}")
        followed.asked = found.node
    except (Unfollowed, TypeError) as found:
        followed.refused = _said(program, backend, f"it is not followed: {found}")
    except Stop as stop:
        given: list[object] = [*stop.values.values()]
        unknown = [each.node for each in given if isinstance(each, Symbol)]
        if unknown:  # whose value no message can have
            followed.refused = _said(program, backend, "a fault whose cause depends on {what}")
            followed.asked = unknown[0]
        else:
            values = backend.state.machine.layout.spoken(stop.values)
            followed.refused = str(fault_at(program, backend.pc, stop.template, values, "machine"))
    followed.bundles = backend.instructions
    return followed


def _said(program: Program, backend: SymbolicBackend, what: str) -> str:
    pc = min(backend.pc, backend.operations - 1)
    line = int(program.lines[pc])
    return f"line {line}: {program.source.split(chr(10))[line - 1].strip()[:60]}: {what}"


def _bundle(program: Program, machine: Machine, backend: SymbolicBackend, last: int) -> None:
    table = program.isa.table
    for pc in range(backend.pc, last + 1):
        backend.pc = pc
        instruction = machine.instruction = table[program.ops[pc, 0]]
        operands = machine.operands = operands_of(program, pc, instruction)
        try:
            instruction.function(machine, **operands)
        except Left:
            machine.left()
