"""Changes one instruction of a program, on any instruction set: five small operators."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from kernelcraft.isa.disassembler import lines_of, operation_text
from kernelcraft.isa.encoder import bundle_of
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.lines import code_of
from kernelcraft.isa.operand import Immediate, Operand, Register
from kernelcraft.isa.program import Program
from kernelcraft.isa.timing import distance
from kernelcraft.sim.machine import Machine
from kernelcraft.sim.tracing import Access, effects

_LABELS = re.compile(r"(?:\s*[\w.$]+:)*\s*")
Row = list[int]
Rows = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Mutant:
    """A text that differs from its program in one instruction: `before` and `after`, as texts.

    `program` is the one before, with that operation changed and nothing else of it.
    """

    text: str
    program: Program
    operator: str
    operation: int  # counted from 1, in the order of the program
    before: str
    after: str


@dataclass(frozen=True)
class Site:
    """One operation of a program for a machine."""

    program: Program
    machine: type[Machine]
    operation: int

    @property
    def row(self) -> Row:
        """Opcode and operand values."""
        row: Row = self.program.ops[self.operation].tolist()
        return row

    @property
    def instruction(self) -> Instruction:
        """What the opcode names."""
        return self.program.isa.table[self.row[0]]

    @property
    def text(self) -> str:
        """The bundle that holds the operation."""
        bundle = int(self.program.ends[: self.operation].sum())
        return lines_of(self.program.isa, self.program.ops, self.program.ends)[bundle]


def mutant(site: Site, rng: random.Random) -> Mutant | None:
    """One change of one operation; None where the operator drawn does not fit it."""
    operator, changes = rng.choice(list(OPERATORS.items()))
    found = list(changes(site))
    if not found:
        return None
    change = rng.choice(found)
    text = text_of(change.program, site.program)
    return Mutant(text, change.program, operator, site.operation + 1, site.text, change.after)


def text_of(program: Program, original: Program) -> str:
    """A text that assembles to the program, which was made from another by changes.

    An image has more than operations: there, the lines of the source whose operations are no
    longer the same are written anew.
    """
    if original.image is None:
        return "\n".join(lines_of(program.isa, program.ops, program.ends)) + "\n"
    moved = len(program) != len(original)
    lines, before = original.source.split("\n"), _by_line(original, moved)
    after = _by_line(program, moved)
    for line, operations in before.items():
        left = after.get(line, [])
        rows = [each.same for each in operations]
        if [each.same for each in left] != rows or _bundles(left) != _bundles(operations):
            lines[line - 1] = _rewritten(program, lines[line - 1], left, rows)
    return "\n".join(lines)


@dataclass(frozen=True)
class _Operation:
    """An operation by its index; `same` is its row, without targets where all have moved."""

    index: int
    bundle: int
    same: Row


def _by_line(program: Program, moved: bool) -> dict[int, list[_Operation]]:
    """The operations of every source line; without the guards, which are in no line."""
    found: dict[int, list[_Operation]] = {}
    rows, lines = program.ops.tolist(), program.lines.tolist()
    bundles = bundle_of(program.ends).tolist()[:-1]
    for index, (row, line, bundle) in enumerate(zip(rows, lines, bundles, strict=True)):
        instruction = program.isa.table[row[0]]
        if moved:
            for column in instruction.targets:
                row[column] = 0
        if instruction.encoding.mask or program.isa.bundle is not None:
            found.setdefault(line, []).append(_Operation(index, bundle, row))
    return found


def _bundles(operations: Sequence[_Operation]) -> list[int]:
    """How many operations each bundle of a line has."""
    return list(Counter(each.bundle for each in operations).values())


def _rewritten(
    program: Program, line: str, operations: Sequence[_Operation], before: Sequence[Row]
) -> str:
    """The labels of a line, then its operations; what a bundle had before as it stood there."""
    isa = program.isa
    labels = _LABELS.match(line)
    start = labels[0] if labels else ""
    kept = {} if isa.bundle is None else _parts(code_of(line[len(start) :], isa.syntax))
    bundles = bundle_of(program.ends).tolist()
    texts: dict[int, list[str]] = {}
    for each in operations:
        row: Row = program.ops[each.index].tolist()
        instruction = isa.table[row[0]]
        text = operation_text(instruction, row, bundles)
        if each.same in before:
            text = kept.get(instruction.mnemonic, text)
        texts.setdefault(each.bundle, []).append(text)
    return start + ("; " if isa.bundle is None else "\n").join(map(" ; ".join, texts.values()))


def _parts(code: str) -> dict[str, str]:
    """The instructions of a line by their mnemonics; without those that it has more than once."""
    parts = [part.strip() for part in code.split(";") if part.strip()]
    count = Counter(part.split()[0] for part in parts)
    return {part.split()[0]: part for part in parts if count[part.split()[0]] == 1}


def without(program: Program, operation: int) -> Program:
    """The program without one operation; jumps go where they went."""
    ends = program.ends.copy()
    if ends[operation] and operation and not ends[operation - 1]:
        ends[operation - 1] = 1
    keep = np.arange(len(program)) != operation
    ops = _moved(program, program.ops[keep], operation, -1)
    return replace(program, ops=ops, ends=ends[keep], lines=program.lines[keep])


@dataclass(frozen=True)
class _Change:
    program: Program
    after: str


def _left_out(site: Site) -> Iterator[_Change]:
    if len(site.program) > 1:
        yield _Change(without(site.program, site.operation), "nothing")


def _twice(site: Site) -> Iterator[_Change]:
    """Once more, in a bundle of its own, where the second time may do something else."""
    if not _reads_what_it_writes(site):
        return
    program, operation = site.program, site.operation
    following = operation + int(np.argmax(program.ends[operation:])) + 1
    ops = np.insert(program.ops, following, program.ops[operation], axis=0)
    ops = _moved(program, ops, following - 1, 1)
    lines = np.insert(program.lines, following, program.lines[operation])
    ends = np.insert(program.ends, following, 1)
    yield _Change(replace(program, ops=ops, ends=ends, lines=lines), "the same twice")


def _other_operand(site: Site) -> Iterator[_Change]:
    """An operand one up or down, a target one bundle; a number doubled or halved, too."""
    starts = [0, *(np.flatnonzero(site.program.ends) + 1).tolist()]
    for column, operand in enumerate(site.instruction.operands, start=1):
        value = site.row[column]
        near = {value - 1, value + 1}
        if column in site.instruction.targets:
            bundle = starts.index(value)
            near = {*starts[max(bundle - 1, 0) : bundle], *starts[bundle + 1 : bundle + 2]}
        if isinstance(operand, Immediate):
            near |= {2 * value, value // 2}
        for other in sorted(near - {value}):
            if other in operand.values:
                yield _replaced(site, [*site.row[:column], other, *site.row[column + 1 :]])


def _swapped_operands(site: Site) -> Iterator[_Change]:
    """Two different operands of the same kind exchanged."""
    operands, row = site.instruction.operands, site.row
    for i, one in enumerate(operands, start=1):
        for j, other in enumerate(operands[i:], start=i + 1):
            if _kind(one) == _kind(other) and row[i] != row[j]:
                swapped = row.copy()
                swapped[i], swapped[j] = row[j], row[i]
                yield _replaced(site, swapped)


def _other_mnemonic(site: Site) -> Iterator[_Change]:
    """Another instruction of the same unit with operands of the same kinds."""
    for opcode, other in enumerate(site.program.isa.table):
        if other is not site.instruction and _kinds(other) == _kinds(site.instruction):
            yield _replaced(site, [opcode, *site.row[1:]])


def _replaced(site: Site, row: Row) -> _Change:
    ops = site.program.ops.copy()
    ops[site.operation] = row
    changed = replace(site.program, ops=ops)
    return _Change(changed, replace(site, program=changed).text)


def _reads_what_it_writes(site: Site) -> bool:
    """Whether a register that it writes is among those it reads a bundle later, or what it writes
    does not show at all, as with accumulators. What does nothing is idle however often it stands
    there, and a result that arrives later than in the next bundle is made of the same once more."""
    pairs = zip(site.instruction.operands, site.row[1:], strict=False)
    registers = {operand.name: operand.write(value) for operand, value in pairs}
    accesses = effects(site.machine, site.instruction)
    named = [a for a in accesses if a.operand is not None]
    seen = any(
        one.part == other.part
        and registers[one.operand or ""] == registers[other.operand or ""]
        and _meet(site, one, other)
        for one in named
        for other in named
        if one.write and not other.write
    )
    return seen or (bool(accesses) and not any(a.write for a in accesses))


def _meet(site: Site, result: Access, operand: Access) -> bool:
    """Whether the next bundle sees the result."""
    latency, timing = site.instruction.latency, site.instruction.timing
    if result.part not in {part.name for part in site.machine.layout.delayed}:
        return True
    if not isinstance(latency, int):
        return False
    return distance(timing, latency, result.operand or "", timing, operand.operand or "") == 1


def _moved(program: Program, ops: Rows, following: int, by: int) -> Rows:
    """Targets after an operation move with the operations."""
    for opcode, instruction in enumerate(program.isa.table):
        for column in instruction.targets:
            ops[(ops[:, 0] == opcode) & (ops[:, column] > following), column] += by
    return ops


def _kinds(instruction: Instruction) -> tuple[object, ...]:
    return (instruction.unit, *map(_kind, instruction.operands))


def _kind(operand: Operand) -> tuple[object, ...]:
    """Operands of one kind may stand for each other."""
    file = operand.file if isinstance(operand, Register) else None
    return (type(operand), file, operand.values)


OPERATORS: dict[str, Callable[[Site], Iterator[_Change]]] = {
    "another operand": _other_operand,
    "operands swapped": _swapped_operands,
    "another mnemonic": _other_mnemonic,
    "left out": _left_out,
    "twice": _twice,
}
