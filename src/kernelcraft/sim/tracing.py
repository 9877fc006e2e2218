"""Run an instruction body on traced values and write down what it does, as C statements.

Plain Python is enough in a body: arithmetic makes temporaries, `if` on a traced value forks the
trace (the body runs once per path), register and memory accesses become accesses of the C state.
Values are 64-bit two's complement; a body must stay inside that range before it stores.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn, cast

from kernelcraft.sim.machine import Machine, MemoryView, Registers
from kernelcraft.sim.moment import Moment, check_timing, late_arguments, late_values
from kernelcraft.sim.parts import operand_name
from kernelcraft.sim.routine import Routine
from kernelcraft.sim.traced import OPERAND, Traced, c_text
from kernelcraft.sim.traced_parts import TracedMemory, TracedRegisters
from kernelcraft.sim.traced_pipeline import TracedPipeline

if TYPE_CHECKING:
    from kernelcraft.isa.instruction import Instruction


MOST_FORKS = 24  # on one path through a body
MOST_WRITES = 8  # of values under way: struct kc_written in native/pipeline.h
MOST_FAULT_VALUES = 4  # of one sentence: fault_value in native/interpreter.h


@dataclass(frozen=True, order=True)
class Access:
    """One touch of the machine: a register file with the operand that selects, or a memory."""

    part: str
    operand: str | None  # None: the whole part, or a register the body computes
    write: bool


@dataclass
class Faults:
    """The sentences of all checks of one machine; C reports a fault as an index into them."""

    templates: list[str] = field(default_factory=list)

    def index(self, template: str) -> int:
        """The number of a sentence, the same for equal sentences."""
        if template not in self.templates:
            self.templates.append(template)
        return self.templates.index(template)


class _Fork(Exception):
    """The trace reached a decision that its caller has not made yet."""

    def __init__(self, condition: str) -> None:
        super().__init__(condition)
        self.condition = condition


class _Left(Exception):
    """A path through a body ends here."""


class Trace:
    """One path through a body: a backend that writes C instead of answering."""

    def __init__(self, moment: Moment, faults: Faults, decisions: tuple[bool, ...]) -> None:
        self.machine, self.faults, self.moment = moment.machine, faults, moment
        self.latency = "1"
        self.decisions = list(decisions)
        self.statements: list[str] = []
        self.accesses: set[Access] = set()
        self.operands: set[str] = set()
        self.count = 0
        self.results: Counter[str] = Counter()
        layout = self.machine.layout
        self.pipeline = TracedPipeline(self)
        self.files: dict[str, Registers] = {
            part.name: TracedRegisters(self, part) for part in layout.registers
        }
        self.files |= self.pipeline.files
        self.memories = {part.name: TracedMemory(self, part) for part in layout.memories}

    # What bodies and traced values use.

    def temporary(self, expression: str) -> Traced:
        """Give an expression a name."""
        self.count += 1
        name = f"t{self.count}"
        self.write(f"const int64_t {name} = {expression};")
        return Traced(self, name)

    def value(self, expression: str) -> int:
        """A traced value that a body takes for an int."""
        return cast(int, self.temporary(f"(int64_t){expression}"))

    def write(self, statement: str) -> None:
        """Add one C statement to the current path."""
        self.statements.append(statement)

    def count_write(self, part: str) -> None:
        """Refuse a body that makes more results than the interpreter has room for."""
        self.results[part] += 1
        if self.results[part] > MOST_WRITES:
            raise TypeError(f"the body writes more than {MOST_WRITES} values to {part}")

    def decide(self, condition: str) -> bool:
        """Follow the next decision, or stop at a decision nobody has made."""
        if not self.decisions:
            raise _Fork(condition)
        self.statements.clear()  # everything before this fork has been written by the caller
        return self.decisions.pop(0)

    def note(self, part: str, index: object, *, write: bool) -> None:
        """Record an access for the instruction's list of effects."""
        operand = operand_name(index)
        self.accesses.add(Access(part, operand if operand in self.operands else None, write))

    def note_of(self, part: str, of: str, *, write: bool) -> None:
        """As `note`, of an operand, or of a part with a name of its own."""
        if of in self.operands:
            self.accesses.add(Access(part, of, write))
        else:
            self.accesses.add(Access(of, None, write))

    def fault_unless(self, condition: str, template: str, values: Mapping[str, str]) -> None:
        """Write a check that ends the run."""
        if len(values) > MOST_FAULT_VALUES:
            raise TypeError(f"{template!r}: a check has at most {MOST_FAULT_VALUES} values")
        number = self.faults.index(f"{template}\t{' '.join(values)}")
        sets = " ".join(f"fault_value[{i}] = {text};" for i, text in enumerate(values.values()))
        self.write(
            f"if (__builtin_expect(!({condition}), 0)) {{ fault = {number}; {sets} goto faulted; }}"
        )

    def call(self, routine: Routine[..., object], arguments: tuple[object, ...]) -> object:
        """Write a call of a routine; a result is an int."""
        text = f"{routine.name}({', '.join(c_text(a) for a in arguments)})"
        if routine.returns == "void":
            self.write(f"{text};")
            return None
        return self.temporary(f"(int64_t){text}")

    # The backend protocol.

    @property
    def pc(self) -> int:
        return cast(int, Traced(self, "pc"))

    @property
    def instructions(self) -> int:
        return cast(int, Traced(self, "instructions"))

    @property
    def cycles(self) -> int:
        return cast(int, Traced(self, "cycles"))

    def watch(self, instructions: int) -> None:
        watchdog = c_text(instructions)
        least = f"{watchdog} < max_instructions ? {watchdog} : max_instructions"
        self.write(f"frame->limit = {least};")

    def registers(self, name: str) -> Registers:
        return self.files[name]

    def memory(self, name: str) -> MemoryView:
        return self.memories[name]

    def parameter(self, name: str) -> int:
        return cast(int, Traced(self, f"s->{name}"))

    def check(self, condition: bool, template: str, values: Mapping[str, int]) -> None:
        if condition is True:
            return
        self.fault_unless(
            c_text(condition), template, {name: c_text(value) for name, value in values.items()}
        )

    def spend(self, cycles: int, reason: str) -> None:
        column = self.machine.reasons.index(reason)
        self.write(f"cycles += {c_text(cycles)};")
        self.write(f"charged[pc * {len(self.machine.reasons)} + {column}] += {c_text(cycles)};")

    def charge(self, cycles: int, reason: int) -> None:
        self.write(f"cycles += {c_text(cycles)};")
        place = f"pc * {len(self.machine.reasons)} + {c_text(reason)}"
        self.write(f"charged[{place}] += {c_text(cycles)};")

    def jump(self, target: int, after: int) -> None:
        if after:
            self.write(f"s->pending_jump[0] = {after + 1};")
            self.write(f"s->pending_jump[1] = {c_text(target)};")
        else:
            self.write(f"jumps[pc] = next = {c_text(target)};")

    def halt(self, after: int) -> None:
        if after:
            self.write(f"s->pending_jump[0] = {after + 1};")
            self.write("s->pending_jump[1] = operations;")
        else:
            self.write("next = operations;")

    def leave(self) -> NoReturn:
        self.write("goto leave;")
        raise _Left


@dataclass(frozen=True)
class Traces:
    """All paths of one body: C text, and everything any path touches."""

    code: list[str]
    accesses: frozenset[Access]


Body = Callable[[Machine, Trace], None]


def explore(moment: Moment, faults: Faults, operands: set[str], body: Body) -> Traces:
    """Trace a body along every path and nest the paths as if/else."""
    accesses: set[Access] = set()

    def branch(decisions: tuple[bool, ...], depth: int) -> Iterator[str]:
        trace = Trace(moment, faults, decisions)
        trace.operands = operands
        indent = "  " * depth
        if len(decisions) > MOST_FORKS:
            raise TypeError(
                f"the body decides more than {MOST_FORKS} times on values known only at run time: "
                "loop over them inside a routine"
            )
        try:
            with suppress(_Left):
                body(moment.machine(trace), trace)
        except _Fork as fork:
            yield from (indent + line for line in trace.statements)
            yield f"{indent}if ({fork.condition}) {{"
            yield from branch((*decisions, True), depth + 1)
            yield f"{indent}}} else {{"
            yield from branch((*decisions, False), depth + 1)
            yield f"{indent}}}"
        else:
            yield from (indent + line for line in trace.statements)
        accesses.update(trace.accesses)

    code = list(branch((), 1))
    return Traces(code, frozenset(accesses))


def trace_instruction(machine: type[Machine], instruction: Instruction, faults: Faults) -> Traces:
    """C of one operation: its time first, then its meaning. Operands are C variables."""
    check_timing(machine, instruction)

    def body(bound: Machine, trace: Trace) -> None:
        operands, latency = _begin(bound, trace, instruction)
        bound.issue(instruction, latency)
        instruction.function(bound, **operands)
        bound.retire(instruction)

    return explore(Moment(machine, instruction), faults, _names(instruction), body)


def trace_late(
    machine: type[Machine], instruction: Instruction, stage: int, faults: Faults
) -> Traces:
    """C of what one operation does at a later stage; values kept until then are C variables."""
    function = instruction.timing.late[stage]

    def body(bound: Machine, trace: Trace) -> None:
        operands, _ = _begin(bound, trace, instruction)
        kept = {
            name: trace.value(f"kept[{index}]")
            for index, name in enumerate(late_values(instruction, function))
        }
        function(bound, **late_arguments(instruction, function, operands, kept))

    return explore(Moment(machine, instruction, stage), faults, _names(instruction), body)


def _begin(bound: Machine, trace: Trace, instruction: Instruction) -> tuple[dict[str, int], int]:
    """The operands and the latency of an operation."""
    bound.instruction = instruction
    operands = {
        operand.name: cast(int, Traced(trace, OPERAND + operand.name))
        for operand in instruction.operands
    }
    bound.operands = operands
    latency = instruction.latency
    if not isinstance(latency, int):
        wanted = tuple(inspect.signature(latency).parameters)[1:]
        latency = latency(bound, **{name: operands[name] for name in wanted})
    trace.latency = c_text(latency)
    return operands, latency


def _names(instruction: Instruction) -> set[str]:
    return {operand.name for operand in instruction.operands}


def effects(machine: type[Machine], instruction: Instruction) -> frozenset[Access]:
    """Every register and memory an instruction may read or write, found by tracing its body."""
    found = trace_instruction(machine, instruction, Faults()).accesses
    for stage in instruction.timing.late:
        found |= trace_late(machine, instruction, stage, Faults()).accesses
    return found
