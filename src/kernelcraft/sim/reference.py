"""The reference machine: bodies called with plain integers; slow, obvious, the judge."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, NoReturn

import numpy as np

from kernelcraft.isa.timing import FIRST_STAGE
from kernelcraft.sim.machine import (
    Array,
    Machine,
    Memory,
    MemoryView,
    RegisterFile,
    Registers,
    Scalar,
)
from kernelcraft.sim.moment import STAGES, Moment, late_arguments, late_key, late_values
from kernelcraft.sim.pipeline import ReferencePipeline, Stop
from kernelcraft.sim.run import (
    NOWHERE,
    TRACE_HEAD,
    Counts,
    Fault,
    Limits,
    Profile,
    Run,
    Trace,
    fault_at,
)
from kernelcraft.sim.state import DELAY_SLOTS, State, written

if TYPE_CHECKING:
    from kernelcraft.isa.instruction import Instruction
    from kernelcraft.isa.program import Program

NEVER = 1 << 62
OUTSIDE = "{title} address {{address}} is outside 0..{{last}}"


class Operand(int):
    """The value of an operand, which knows the operand's name."""

    operand: str

    def __new__(cls, value: int, operand: str) -> Operand:
        """The value under a name."""
        found = super().__new__(cls, value)
        found.operand = operand
        return found


class Left(Exception):
    """A body ends here, and the machine goes on."""


class _Registers:
    def __init__(self, state: State, part: RegisterFile | Scalar) -> None:
        self.part, self.array = part, state[part.name]
        self.mask = (1 << part.bits) - 1
        plain = part.zero_unless and state.parameters[part.zero_unless]
        self.zero = None if plain else part.zero

    def __getitem__(self, index: int) -> int:
        value = int(self.array[index])
        return value if value < 1 << 63 else value - (1 << 64)  # 64-bit registers read as signed

    def __setitem__(self, index: int, value: int) -> None:
        if index != self.zero:
            self.array[index] = value & self.mask


class _Memory:
    def __init__(self, state: State, part: Memory) -> None:
        self.part, self.array, self.size = part, state[part.name], len(state[part.name])
        self.record = state[written(part.name)] if part.recorded else None

    def reads(self, start: int, count: int, rows: int = 1, step: int = 0) -> int:
        end = start + (rows - 1) * step
        for address in (start, end):
            if not 0 <= address <= self.size - count:
                template = OUTSIDE.format(title=self.part.title)
                raise Stop(template, {"address": address, "last": max(self.size - count, 0)})
        return start

    def writes(self, start: int, count: int, rows: int = 1, step: int = 0) -> int:
        self.reads(start, count, rows, step)
        if self.record is not None:
            for row in range(rows):
                self.record[start + row * step : start + row * step + count] = 1
        return start

    def __getitem__(self, index: int) -> int:
        return int(self.array[self.reads(index, 1)])

    def __setitem__(self, index: int, value: int) -> None:
        bits = 8 * self.array.dtype.itemsize
        self.array[self.writes(index, 1)] = value & ((1 << bits) - 1)


class Bodies:
    """What is the same for all that run bodies as Python: stages, parameters, faults."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.delay_slots: Array = state[DELAY_SLOTS]
        self.moments: dict[int, Moment] = {}
        self.end = Moment(state.machine)
        self.moment, self.latency = self.end, 1

    def at(self, instruction: Instruction, stage: int) -> Moment:
        """A stage of an instruction."""
        key = late_key(instruction, stage)
        if key not in self.moments:
            self.moments[key] = Moment(self.state.machine, instruction, stage)
        return self.moments[key]

    def parameter(self, name: str) -> int:
        return self.state.parameters[name]

    def check(self, condition: bool, template: str, values: Mapping[str, int]) -> None:
        if not condition:
            raise Stop(template, values)


class ReferenceBackend(Bodies):
    """Answers with the arrays of a state."""

    def __init__(self, state: State, operations: int) -> None:
        super().__init__(state)
        layout = state.machine.layout
        self.pipeline = ReferencePipeline(self)
        self.files: dict[str, Registers] = {
            part.name: _Registers(state, part) for part in layout.registers
        }
        self.files |= self.pipeline.files
        self.memories = {part.name: _Memory(state, part) for part in layout.memories}
        self.pc = self.instructions = self.cycles = 0
        self.next = 0  # the operation that follows
        self.watchdog = NEVER
        self.operations = operations
        self.charged = np.zeros((operations, len(state.machine.reasons)), dtype=np.int64)
        self.jumps = np.full(operations, NOWHERE, dtype=np.int64)

    def registers(self, name: str) -> Registers:
        return self.files[name]

    def memory(self, name: str) -> MemoryView:
        return self.memories[name]

    def spend(self, cycles: int, reason: str) -> None:
        self.cycles += cycles
        self.charged[self.pc, self.state.machine.reasons.index(reason)] += cycles

    def charge(self, cycles: int, reason: int) -> None:
        self.cycles += cycles
        self.charged[self.pc, reason] += cycles

    def jump(self, target: int, after: int) -> None:
        if after:
            self.delay_slots[:] = (after + 1, target)
        else:
            self.jumps[self.pc] = self.next = target

    def halt(self, after: int) -> None:
        if after:
            self.delay_slots[:] = (after + 1, self.operations)
        else:
            self.next = self.operations

    def leave(self) -> NoReturn:
        raise Left

    def watch(self, instructions: int) -> None:
        self.watchdog = instructions

    def end_bundle(self) -> None:
        """Let arrive what is due, and take a delayed jump that is due."""
        self.pipeline.end_bundle()
        if self.delay_slots[0]:
            self.delay_slots[0] -= 1
            if not self.delay_slots[0]:
                self.jumps[self.pc] = self.next = int(self.delay_slots[1])


@cache
def _latency_arguments(latency: Callable[..., int]) -> tuple[str, ...]:
    return tuple(inspect.signature(latency).parameters)[1:]


def latency_of(instruction: Instruction, machine: Machine, operands: Mapping[str, int]) -> int:
    """The latency of one operation in cycles, evaluated where it depends on operands or state."""
    latency = instruction.latency
    if isinstance(latency, int):
        return latency
    wanted = {name: operands[name] for name in _latency_arguments(latency)}
    return latency(machine, **wanted)


def run_reference(
    program: Program, state: State, limits: Limits, stop_at: int | None = None
) -> Run:
    """Run `program` on `state`, changing it; stop before operation `stop_at` if it is reached."""
    table = program.isa.table
    backend = ReferenceBackend(state, len(program.ops))
    backend.next = program.entry
    machine = state.machine(backend)
    executions = np.zeros(len(program.ops), dtype=np.int64)
    fault: Fault | None = None
    stopped_at: int | None = None
    trace: list[list[int]] = []
    began: Counts | None = None  # what the operations of a bundle in the trace had spent before
    first = 0
    try:
        while backend.next < backend.operations:
            backend.pc = backend.next
            if backend.pc == stop_at:
                stopped_at = stop_at
                break
            fault = _spent(program, backend, limits, state.machine)
            if fault is not None:
                break
            if began is not None:
                trace[-1] += _ended(program, backend, trace[-1][0], began)
                began = None
            if len(trace) < limits.traced and backend.cycles >= limits.traced_from:
                first = first if trace else backend.instructions
                trace.append([backend.pc, backend.cycles])
                began = _spent_by(program, backend, backend.pc)
            backend.instructions += 1
            do_bundle(program, table, machine, backend, executions)
        else:
            drain(program, table, machine, backend)
    except Stop as stop:
        values = state.machine.layout.spoken(stop.values)
        fault = fault_at(program, backend.pc, stop.template, values, "machine")
    if began is not None:
        trace[-1] += _ended(program, backend, trace[-1][0], began)
    profile = Profile(program, state.machine.reasons, executions, backend.charged, backend.jumps)
    begun = traced(state.machine, np.array(trace, dtype=np.int64), first)
    return Run(backend.cycles, backend.instructions, fault, stopped_at, profile, state, begun)


def trace_columns(machine: type[Machine]) -> int:
    """The width of a trace's rows."""
    return TRACE_HEAD + len(machine.reasons) + len(machine.followed)


def traced(machine: type[Machine], rows: Counts, first: int) -> Trace:
    """The trace of these rows."""
    return Trace(rows.reshape(-1, trace_columns(machine)), len(machine.reasons), first)


def _spent_by(program: Program, backend: ReferenceBackend, first: int) -> Counts:
    """By reason, what the operations of a bundle have been charged with so far."""
    end = first + int(np.argmax(program.ends[first:])) + 1
    total: Counts = backend.charged[first:end].sum(axis=0)
    return total


def _ended(program: Program, backend: ReferenceBackend, first: int, before: Counts) -> list[int]:
    """The rest of a trace's row: cycles by reason, and what is followed."""
    spent = _spent_by(program, backend, first) - before
    followed = backend.state.machine.followed
    return [*spent.tolist(), *(int(backend.state[each.part][each.index]) for each in followed)]


def do_bundle(
    program: Program,
    table: list[Instruction],
    machine: Machine,
    backend: ReferenceBackend,
    executions: np.ndarray[tuple[int], np.dtype[np.int64]],
) -> None:
    """The operations of one bundle, and what happens at its end."""
    first = backend.pc
    last = first + int(np.argmax(program.ends[first:]))
    backend.next = last + 1
    for pc in range(first, last + 1):
        backend.pc = pc
        executions[pc] += 1
        operate(program, pc, machine, backend)
    if machine.bundled:
        _late_work(program, table, machine, backend)
        machine.end_bundle()
        backend.end_bundle()


def operate(program: Program, pc: int, machine: Machine, backend: ReferenceBackend) -> None:
    """One operation: its time, then its body."""
    instruction = machine.instruction = program.isa.table[program.ops[pc, 0]]
    backend.moment = backend.at(instruction, FIRST_STAGE)
    operands = machine.operands = operands_of(program, pc, instruction)
    backend.latency = latency_of(instruction, machine, operands)
    machine.issue(instruction, backend.latency)
    try:
        instruction.function(machine, **operands)
    except Left:
        machine.left()
    else:
        machine.retire(instruction)


def operands_of(program: Program, pc: int, instruction: Instruction) -> dict[str, int]:
    """The operands of one operation; each value knows its name."""
    values = program.ops[pc, 1:].tolist()
    return {
        operand.name: Operand(value, operand.name)
        for operand, value in zip(instruction.operands, values, strict=False)
    }


def _late_work(
    program: Program, table: list[Instruction], machine: Machine, backend: ReferenceBackend
) -> None:
    """Go on with the operations that reach a late stage in this bundle."""
    last = backend.pc
    for key, pc, *values in backend.pipeline.due():
        opcode, stage = divmod(key, STAGES)
        instruction = machine.instruction = table[opcode]
        function = instruction.timing.late[stage]
        backend.pc, backend.moment = pc, backend.at(instruction, stage)
        operands = machine.operands = operands_of(program, pc, instruction)
        backend.latency = latency_of(instruction, machine, operands)
        kept = dict(zip(late_values(instruction, function), values, strict=False))
        with suppress(Left):
            function(machine, **late_arguments(instruction, function, operands, kept))
    machine.instruction, backend.pc, backend.latency = None, last, 1
    backend.moment = backend.end


def drain(
    program: Program, table: list[Instruction], machine: Machine, backend: ReferenceBackend
) -> None:
    """Let what is under way at the end of the program arrive; no time passes for it."""
    instructions, backend.pc = backend.instructions, backend.operations
    try:
        for _ in range(machine.depth()):
            backend.instructions += 1
            _late_work(program, table, machine, backend)
            machine.drain()
            backend.pipeline.end_bundle()
    finally:
        backend.instructions = instructions


def _spent(
    program: Program, backend: ReferenceBackend, limits: Limits, machine: type[Machine]
) -> Fault | None:
    if backend.instructions >= limits.instructions:
        return fault_at(
            program,
            backend.pc,
            INSTRUCTION_BUDGET,
            {"budget": limits.instructions},
            "instruction budget",
        )
    if backend.instructions >= backend.watchdog:
        return fault_at(program, backend.pc, machine.watchdog, backend.state.parameters, "watchdog")
    if backend.cycles >= limits.cycles:
        return fault_at(
            program, backend.pc, CYCLE_BUDGET, {"budget": limits.cycles}, "cycle budget"
        )
    return None


INSTRUCTION_BUDGET = "the run used up its budget of {budget} instructions before this line"
CYCLE_BUDGET = "the run used up its budget of {budget} cycles before this line"
