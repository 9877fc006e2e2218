"""From instructions as text to operations: what the instruction table says of each of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from kernelcraft.codegen.operation import Access, Operation, Read, Write
from kernelcraft.codegen.registers import values_in, with_registers
from kernelcraft.codegen.target import Target
from kernelcraft.isa.diagnosis import explain
from kernelcraft.isa.errors import AssemblyError, AssemblyFault
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.reader import Forms
from kernelcraft.sim.uses import Touch, Uses, uses

EVERYWHERE = "memory"  # the area of pointers of which nothing else is said
NO_POINTER = "tables"  # by this name go accesses without a pointer, such as table look-ups
NO_OWNERS: Mapping[str, tuple[str, str]] = {}


@dataclass(frozen=True)
class Memory:
    """What the writer of a kernel knows of its pointers.

    `apart` are pointers whose memory no other pointer of the same piece of code reaches. `banks`
    names the bank that a pointer stays in: two accesses to one bank are never put into one cycle.
    `follows` gives for a pointer the one that it walks after: each iteration of a loop touches
    memory of its own, in which both meet.
    The addresses of table look-ups, which no pointer holds, go by the name `tables`.
    """

    apart: Collection[str] = ()
    banks: Mapping[str, str] = field(default_factory=dict)
    follows: Mapping[str, str] = field(default_factory=dict)

    def area(self, pointer: str) -> str:
        """The memory that accesses by this pointer share."""
        leader = self.follows.get(pointer, pointer)
        known = leader in self.apart or leader in self.follows.values()
        return leader if known else EVERYWHERE


NOTHING_KNOWN = Memory()


@dataclass(frozen=True)
class Reader:
    """Reads instructions of a target, one a line: `%name` is a value without a register yet."""

    target: Target
    memory: Memory = NOTHING_KNOWN

    def __call__(self, text: str, values: Mapping[str, str]) -> list[Operation]:
        """The operations of a text; raises AssemblyError for what is no single instruction."""
        lines = [line.partition("//")[0].strip() for line in text.splitlines()]
        return [self.operation(line, values, n) for n, line in enumerate(lines, 1) if line]

    def operation(self, line: str, values: Mapping[str, str], number: int = 0) -> Operation:
        """One instruction; `values` are the register classes of the values in it."""
        instruction, row = self._row(self._chosen(line, values), number)
        names = dict(self._owners(line, values, instruction, row))
        owners = {operand: (name, values[name]) for operand, name in names.items()}
        found = operation_of(self.target, instruction, row, owners, self.memory)
        return replace(found, text=line, line=number)

    def _chosen(self, line: str, values: Mapping[str, str], other: str | None = None) -> str:
        """The line with the first register for each value, for the `other` one the second."""
        kinds = {name: self.target.classes[values[name]] for name in values_in(line)}
        first = {name: kind.registers[name == other] for name, kind in kinds.items()}
        return with_registers(line, first)

    def _owners(
        self,
        line: str,
        values: Mapping[str, str],
        instruction: Instruction,
        row: tuple[int, ...],
    ) -> Iterator[tuple[str, str]]:
        """The operands that values stand for: they change with the register of the value."""
        for name in values_in(line):
            _, changed = self._row(self._chosen(line, values, name))
            for operand, one, two in zip(instruction.operands, row, changed, strict=True):
                if one != two:
                    yield operand.name, name

    def _row(self, line: str, number: int = 0) -> tuple[Instruction, tuple[int, ...]]:
        isa = self.target.isa
        forms = _forms(isa)
        form = forms.forms[forms[line]]
        if form.wrong:
            raise AssemblyError([AssemblyFault(number, each) for each in explain(isa, line)])
        if len(form.rows) != 1:
            raise AssemblyError([AssemblyFault(number, f"expected one instruction, got {line!r}")])
        opcode, *operands = form.rows[0]
        instruction = isa.table[opcode]
        return instruction, tuple(operands[: len(instruction.operands)])


def operation_of(
    target: Target,
    instruction: Instruction,
    operands: tuple[int, ...],
    owners: Mapping[str, tuple[str, str]] = NO_OWNERS,
    memory: Memory = NOTHING_KNOWN,
) -> Operation:
    """What an instruction with these operands does.

    `owners` are values by operand, with the names of their register classes.
    """
    machine: Any = target.machine  # classes are hashable, which mypy does not see
    found = uses(machine, instruction, operands)
    pointers = (_name(target, each) for each in found.reads if each.of in target.pointers)
    pointer = next(pointers, NO_POINTER)
    accesses = tuple(_accesses(target, found, memory, pointer))
    more = target.unsaid(instruction, found, accesses)
    return Operation(
        instruction.name,
        instruction.unit,
        tuple(Read(p, t.stage, t.bypass) for t, p in _named(target, found.reads, owners)),
        tuple(Write(p, t.stage, t.bypass) for t, p in _named(target, found.writes, owners)),
        (*accesses, *more.accesses),
        (*sorted(found.claims), *more.ports),
        found.branch,
    )


def _accesses(target: Target, found: Uses, memory: Memory, pointer: str) -> Iterator[Access]:
    area, bank = memory.area(pointer), memory.banks.get(pointer)
    alone = area in memory.follows.values()
    for touches, stores in ((found.memory_reads, False), (found.memory_writes, True)):
        for stage in sorted({each.stage for each in touches if each.part == target.memory}):
            yield Access(area, stage, stores, bank, alone, pointer != NO_POINTER)


def _name(target: Target, touch: Touch) -> str:
    return target.parts[touch.part][touch.number]


def _named(
    target: Target, touches: Collection[Touch], owners: Mapping[str, tuple[str, str]]
) -> list[tuple[Touch, str]]:
    """Each touch of a register with the name of its part, or of the value that stands for it."""
    found = []
    for each in sorted(touches, key=lambda touch: (touch.part, touch.number, touch.of)):
        if each.part not in target.parts:
            continue
        part = _name(target, each)
        if each.of in owners:
            value, kind = owners[each.of]
            part = f"%{value}:{target.classes[kind].registers[0].parts.index(part)}"
        found.append((each, part))
    return found


@cache
def _forms(isa: Isa) -> Forms:
    return Forms(isa)
