"""A kernel that can be rewritten: its lines with what is known of them, live registers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.moves.listing import (
    Line,
    blocks,
    parse,
    render,
    spelled_out,
)
from kernelcraft.platforms.coral_npu.kernels.moves.walk import walk
from kernelcraft.platforms.coral_npu.machine.touches import (
    Touches,
    VectorType,
    group,
    operand_registers,
    touches,
)

CALLS = ("call", "tail", "jump", "ret", "jr", "jal", "jalr")


RESERVED = group("x", 0, 1) | group("x", 2, 1)  # zero, the stack pointer
RESULTS = ("rd", "fd", "vd")


@lru_cache(maxsize=1 << 16)
def _use(name: str, operands: str, vtype: int | None) -> Touches:
    vector = None if vtype is None else VectorType.of(vtype)
    reads = writes = 0
    loads = stores = False
    whole = True
    for each in Line((), name, operands).operations:
        one = touches(each.instruction, each.operands, vector)
        reads |= one.reads & ~writes  # what one writes and the next reads is not from outside
        writes |= one.writes
        loads, stores, whole = loads or one.loads, stores or one.stores, whole and one.whole
    return Touches(reads, writes, loads, stores, whole)


def use(line: Line) -> Touches:
    """What a line reads and writes; of a branch to a function, nothing is known."""
    return _use(line.name, line.operands, line.facts.vtype if line.facts else None)


def registers_of(line: Line, name: str, operands: Mapping[str, int] | None = None) -> set[int]:
    """The numbers of the registers of an operand, with other `operands` if they are given."""
    operation, facts = line.operations[0], line.facts
    vector = facts.vector if facts else None
    return operand_registers(operation.instruction, operands or operation.operands, name, vector)


@dataclass(frozen=True)
class Kernel:
    """The lines of a kernel that a walk could follow, without calls of more than one place."""

    lines: tuple[Line, ...]

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Where the labels are."""
        return {label: index for index, line in enumerate(self.lines) for label in line.labels}

    @cached_property
    def plain(self) -> bool:
        """Whether all jumps are to labels."""
        return not any(line.name in CALLS for line in self.lines)

    def next(self, index: int) -> Iterator[int]:
        """The lines that may come after one."""
        line = self.lines[index]
        if line.target is not None:
            yield self.places[line.target]
        if line.falls_through and line.name != "j" and index + 1 < len(self.lines):
            yield index + 1

    @cached_property
    def live(self) -> tuple[int, ...]:
        """The registers that may be read after each line, and one more for the beginning."""
        return _live(self)

    def taken(self, first: int, last: int) -> int:
        """The registers that lines in a row, the last one included, or what comes after them may
        need, and those that are nobody's to use."""
        found = RESERVED | self.live_before(first) | self.live[last]
        for line in self.lines[first : last + 1]:
            found |= use(line).reads | use(line).writes
        return found

    def rewritten(self, block: Callable[[range], Iterable[Line]]) -> Kernel:
        """With other lines for each of its blocks."""
        found: list[Line] = []
        place = 0
        for span in blocks(self.lines):
            found += [*self.lines[place : span.start], *block(span)]
            place = span.stop
        return Kernel((*found, *self.lines[place:]))

    def live_before(self, index: int) -> int:
        """The registers that may be read from a line on."""
        used, following = use(self.lines[index]), self.live[index]
        return (following & ~used.writes if used.whole else following) | used.reads


def _live(kernel: Kernel) -> tuple[int, ...]:
    count = len(kernel.lines)
    successors = [tuple(kernel.next(index)) for index in range(count)]
    uses = [use(line) for line in kernel.lines]
    after, before = [0] * count, [0] * (count + 1)
    changed = True
    while changed:
        changed = False
        for index in range(count - 1, -1, -1):
            following = 0
            for place in successors[index]:
                following |= before[place]
            after[index] = following
            own = uses[index]
            new = (following & ~own.writes if own.whole else following) | own.reads
            if new != before[index]:
                before[index] = new
                changed = True
    return tuple(after)


@lru_cache(maxsize=8)
def read(cell: Cell, text: str) -> Kernel | None:
    """A kernel from its text; None for one that cannot be followed."""
    spelled = [each for line in parse(text) for each in spelled_out(line)]
    canonical = render(cell.name, spelled)
    facts = walk(cell, canonical)
    if not facts:
        return None
    lines = tuple(replace(line, facts=facts.get(line.number)) for line in parse(canonical))
    executed = (line for line in lines if line.facts is not None)
    if not all(line.operations for line in executed):
        return None
    return Kernel(lines)
