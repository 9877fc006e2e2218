"""Row 1: the instruction table agrees with itself, as text and as words."""

from collections.abc import Iterator
from random import Random
from typing import Final

import numpy as np

from kernelcraft.audit.conformance.check import (
    Check,
    Found,
    Subject,
    missing,
    not_applicable,
    ok,
    wrong,
)
from kernelcraft.isa.assembler import assemble
from kernelcraft.isa.disassembler import Rows, decode, disassemble, lines_of
from kernelcraft.isa.errors import IsaError
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.operand import BranchTarget
from kernelcraft.isa.program import Program
from kernelcraft.sim.random_programs import line

TIMES: Final = 4  # random texts of each instruction
MORE_TIMES: Final = 40  # where everything is tried


def find(subject: Subject) -> Found:
    """Random texts of every instruction come back from operations and from words."""
    isa = subject.platform.isa
    if not isa.table:
        return missing("no instruction is described")
    if not subject.platform.described:
        return not_applicable(f"{len(isa.table)} by name; an assembler of others knows the rest")
    times = MORE_TIMES if subject.everything else TIMES
    faults = list(_faults(isa, Random(0), times))
    if faults:
        return wrong(faults)
    words = "words" if isa.encoded else "operations (bits are not public)"
    units = "1 unit" if len(isa.units) == 1 else f"{len(isa.units)} units"
    count = times * len(isa.table)
    return ok(f"{len(isa.table)} instructions of {units}; {count:,} texts come back from {words}")


def _faults(isa: Isa, random: Random, times: int) -> Iterator[str]:
    try:
        isa.check()
    except IsaError as error:
        yield str(error)
    chosen = isa.table * times
    text = "\n".join(_text(random, each, at, len(chosen)) for at, each in enumerate(chosen))
    program = assemble(isa, text)
    again = assemble(isa, "\n".join(lines_of(isa, program.ops, program.ends)))
    yield from _other(program, again.ops, "its own text is read")
    if isa.encoded:
        words = program.words()
        yield from _other(program, decode(isa, words), "its word is read")
        if assemble(isa, disassemble(isa, words)).words() != words:
            yield "words do not come back from the text that they are disassembled to"


def _text(random: Random, instruction: Instruction, at: int, end: int) -> str:
    """One with operands drawn; targets are near, as far ones need not fit."""
    values = {
        each.name: min(end, max(0, at + random.randint(-3, 3)))
        if isinstance(each, BranchTarget)
        else random.choice(each.allowed)
        for each in instruction.operands
    }
    for name, other in instruction.tied.items():
        values[name] = values[other]
    return line(instruction, values)


def _other(program: Program, ops: Rows, how: str) -> Iterator[str]:
    """A sentence for each operation that is another one now."""
    if len(ops) != len(program.ops):
        yield f"{len(program.ops)} operations become {len(ops)} where {how}"
        return
    lines = program.source.split("\n")
    for at in np.flatnonzero((ops != program.ops).any(axis=1)).tolist():
        yield f"{lines[at]} becomes another operation where {how}"


CHECK = Check(
    name="instructions described",
    brings="an assembler with error sentences, a disassembler, a manual",
    command="kernelcraft manual NAME",
    page="adding-a-platform.md#2-declare-the-instructions",
    find=find,
)
