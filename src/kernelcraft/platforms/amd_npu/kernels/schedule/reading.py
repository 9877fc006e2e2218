"""From instructions as text to operations: what the instruction table says of each of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from kernelcraft.isa.diagnosis import explain
from kernelcraft.isa.errors import AssemblyError, AssemblyFault
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.reader import Forms
from kernelcraft.platforms.amd_npu.kernels.schedule.operation import (
    ALL,
    Access,
    Operation,
    Read,
    Write,
)
from kernelcraft.platforms.amd_npu.kernels.schedule.registers import KINDS
from kernelcraft.platforms.amd_npu.kernels.schedule.writer import Writer
from kernelcraft.platforms.amd_npu.machine.bundles import BUNDLE
from kernelcraft.platforms.amd_npu.machine.instructions import aie2
from kernelcraft.platforms.amd_npu.machine.registers import AM, SCALARS, W
from kernelcraft.platforms.amd_npu.machine.state import AmdNpu
from kernelcraft.sim.uses import Touch, Uses, uses

EARLY = 4  # stages by which the machine simulates memory before it is touched
BARRIERS = ("asked", "event_at")  # what no memory access may pass
EVERYWHERE = "memory"  # the area of pointers of which nothing else is said
_PARTS: Mapping[str, tuple[str, ...]] = {"scalars": SCALARS, "granules": (*W, *AM)}
TABLES = "tables"
POINTERS = ("pa", "sp")  # operands and parts that hold addresses
NOBODY: Mapping[str, tuple[str, str]] = {}
_VALUE = re.compile(r"%(\w+)(?:\.(\w+))?")


@dataclass(frozen=True)
class Memory:
    """What the writer of a kernel knows of its pointers.

    `apart` are pointers whose memory no other pointer of the same piece of code reaches. `banks`
    names the bank that a pointer stays in: two accesses to one bank are never put into one cycle.
    `follows` gives for a pointer the one that it walks behind: each round of a loop touches memory
    of its own, in which both meet.
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


@dataclass(frozen=True)
class Reader:
    """Reads instructions, one a line; see `Writer`."""

    memory: Memory = Memory()

    def __call__(self, text: str, values: Mapping[str, str]) -> list[Operation]:
        """The operations of a text; raises AssemblyError for what is no single instruction."""
        lines = [line.partition("//")[0].strip() for line in text.splitlines()]
        return [self.operation(line, values, n) for n, line in enumerate(lines, 1) if line]

    def operation(self, line: str, values: Mapping[str, str], number: int = 0) -> Operation:
        """One instruction; `values` are the kinds of the values in it."""
        instruction, row = _row(_chosen(line, values, 0), number)
        names = dict(_owners(line, values, instruction, row))
        owners = {operand: (name, values[name]) for operand, name in names.items()}
        found = operation_of(instruction, row, owners, self.memory)
        return replace(found, text=line, line=number)


def core_writer(memory: Memory = Memory(), taken: Sequence[str] = ()) -> Writer:
    """A writer of kernels of the AIE2 core; `taken` are registers that are never chosen."""
    return Writer(BUNDLE, Reader(memory), taken)


def operation_of(
    instruction: Instruction,
    operands: tuple[int, ...],
    owners: Mapping[str, tuple[str, str]] = NOBODY,
    memory: Memory = Memory(),
) -> Operation:
    """What an instruction with these operands does; `owners` are values by operand, with kinds."""
    found = uses(AmdNpu, instruction, operands)
    pointers = [_PARTS["scalars"][each.number] for each in found.reads if each.of in POINTERS]
    pointer = pointers[0] if pointers else TABLES
    return Operation(
        instruction.name,
        instruction.unit,
        tuple(Read(p, t.stage, t.bypass) for t, p in _named(found.reads, owners)),
        tuple(Write(p, t.stage, t.bypass) for t, p in _named(found.writes, owners)),
        (*_accesses(found, memory, pointer), *_barriers(found)),
        (
            *sorted(found.claims),
            *_load_unit_a(instruction, found, pointer),
            *(("store", each.stage) for each in found.memory_writes if each.part == "memory"),
        ),
        found.branch,
    )


def _accesses(found: Uses, memory: Memory, pointer: str) -> Iterator[Access]:
    area = memory.area(pointer)
    alone = area in memory.follows.values()
    bank = memory.banks.get(pointer)
    for touches, stores in ((found.memory_reads, False), (found.memory_writes, True)):
        for stage in sorted({each.stage for each in touches if each.part == "memory"}):
            yield Access(area, stage + EARLY, stores, bank, alone)
            if pointer == TABLES and bank is None:  # of its four entries two may meet
                yield Access(area, stage + EARLY, stores, bank, alone)


def _load_unit_a(instruction: Instruction, found: Uses, pointer: str) -> Iterator[tuple[str, int]]:
    """A table look-up needs it besides its own, so that nothing of slot lda can load beside it."""
    touched = {each.part for each in found.memory_reads | found.memory_writes}
    if "memory" in touched and (instruction.unit == "lda" or pointer == TABLES):
        yield "load unit A", 1


def _barriers(found: Uses) -> Iterator[Access]:
    """What a lock guards is touched behind its acquisition and before its release."""
    touched = found.reads | found.writes
    if any(each.part in BARRIERS for each in touched):
        yield Access(ALL, 1, True, "locks")
        yield Access(ALL, 1 + EARLY, True, "locks")


def _named(
    touches: Collection[Touch], owners: Mapping[str, tuple[str, str]]
) -> list[tuple[Touch, str]]:
    """Each touch of a register with the name of its part, or of the value that stands for it."""
    found = []
    for each in sorted(touches, key=lambda touch: (touch.part, touch.number, touch.of)):
        if each.part not in _PARTS:
            continue
        part = _PARTS[each.part][each.number]
        if each.of in owners:
            value, kind = owners[each.of]
            part = f"%{value}:{KINDS[kind][0].parts.index(part)}"
        found.append((each, part))
    return found


def _chosen(line: str, values: Mapping[str, str], index: int, only: str | None = None) -> str:
    """The line with a register for each value: the one with `index` for `only`, else the first."""

    def register(found: re.Match[str]) -> str:
        name, view = found[1], found[2] or ""
        candidates = KINDS[values[name]]
        chosen = candidates[index if only in (None, found[0]) else 0]
        return chosen.views[view]

    return _VALUE.sub(register, line)


def _owners(
    line: str, values: Mapping[str, str], instruction: Instruction, row: tuple[int, ...]
) -> Iterator[tuple[str, str]]:
    """The operands that values stand for: those that change with the register of the value."""
    for found in _VALUE.finditer(line):
        _, other = _row(_chosen(line, values, 1, found[0]))
        for operand, one, two in zip(instruction.operands, row, other, strict=True):
            if one != two:
                yield operand.name, found[1]


@cache
def _forms() -> Forms:
    return Forms(aie2)


def _row(line: str, number: int = 0) -> tuple[Instruction, tuple[int, ...]]:
    forms = _forms()
    form = forms.forms[forms[line]]
    if form.wrong:
        raise AssemblyError([AssemblyFault(number, each) for each in explain(aie2, line)])
    if len(form.rows) != 1:
        raise AssemblyError([AssemblyFault(number, f"expected one instruction, got {line!r}")])
    opcode, *operands = form.rows[0]
    instruction = aie2.table[opcode]
    return instruction, tuple(operands[: len(instruction.operands)])
