"""A kernel's text as lines that can be moved: what each line means, and where blocks end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from kernelcraft.isa.disassembler import lines_of
from kernelcraft.isa.gnu.faults import Wrong
from kernelcraft.isa.gnu.operands import read
from kernelcraft.isa.gnu.source import split, statements
from kernelcraft.isa.instruction import Instruction
from kernelcraft.platforms.coral_npu.machine.instructions import coral
from kernelcraft.platforms.coral_npu.machine.touches import VectorType
from kernelcraft.riscv.pseudo import PSEUDOS

KIND = next(each for each in coral.instructions["vsetvli"].operands if each.name == "vtype")
ENDS = ("mpause", "ebreak", "ret", "jr", "tail", "j", "mret")  # nothing after them is reached


@dataclass(frozen=True)
class Operation:
    """One instruction with the operands that are numbers; `open`: one waits for a symbol."""

    instruction: Instruction
    operands: Mapping[str, int]
    open: bool


@dataclass(frozen=True)
class Setting:
    """What a vset makes."""

    vtype: int
    vl: int

    @property
    def ratio(self) -> float:
        """Of LMUL and SEW."""
        kind = VectorType.of(self.vtype)
        return kind.ratio if kind else 0


Spans = npt.NDArray[np.int64]
"""(times, 2): the first byte and the one after the last of every access, in order."""


@dataclass(frozen=True)
class Facts:
    """What a line did in a run, whatever the data: what is not always the same is None.

    `vtype`, `vl`: before it; `values`: the results of integer arithmetic; `taken`: how often a
    branch was, `turns`: how often in a row before it was not; `useful`: whether what it stores is
    ever read.
    """

    times: int
    vtype: int | None
    vl: int | None
    spans: Spans | None = None
    values: npt.NDArray[np.int64] | None = None
    taken: int = 0
    turns: tuple[int, ...] = ()
    useful: bool = True

    @property
    def vector(self) -> VectorType | None:
        """The vector type in words."""
        return None if self.vtype is None else VectorType.of(self.vtype)

    @property
    def setting(self) -> Setting | None:
        """The vector type and length before it, if both are always the same."""
        known = self.vtype is not None and self.vl is not None
        return Setting(self.vtype or 0, self.vl or 0) if known else None

    @property
    def value(self) -> int | None:
        """The result, if it is always the same."""
        if self.values is None or not len(self.values) or np.ptp(self.values):
            return None
        return int(self.values[0])

    def every(self, step: int, first: int, runs: int, *, uniform: bool) -> Facts:
        """Of every so manieth of `runs` turns of a loop only; `uniform`: all turns are alike."""
        even = uniform or self.times == runs
        same = len(set(self.turns)) == 1
        turns = self.turns[: len(self.turns) // step] if same and even else ()
        return replace(
            self,
            times=self.times // step,
            spans=_every(self.spans, step, first, runs) if even else None,
            values=_every(self.values, step, first, runs) if even else None,
            taken=self.taken // step,
            turns=turns,
        )


def _every(
    found: npt.NDArray[np.int64] | None, step: int, first: int, runs: int
) -> npt.NDArray[np.int64] | None:
    if found is None or len(found) % runs:
        return None
    parts = found.reshape(runs, len(found) // runs, *found.shape[1:])
    return parts[first::step].reshape(-1, *found.shape[1:])


@dataclass(frozen=True)
class Line:
    """One statement: labels, then at most one instruction, pseudo-instruction or directive."""

    labels: tuple[str, ...]
    name: str
    operands: str
    number: int = 0  # in the text, from 1; 0 for a new line
    facts: Facts | None = field(default=None, compare=False, repr=False)

    @property
    def operations(self) -> tuple[Operation, ...]:
        """The instructions meant; none for a directive and for what we cannot read."""
        return _operations(self.name, self.operands)

    @property
    def parts(self) -> list[str]:
        """The operand texts."""
        return split(self.operands)

    @property
    def only(self) -> Operation | None:
        """Its instruction, where it is one whose operands are all numbers."""
        found = self.operations
        return found[0] if len(found) == 1 and not found[0].open else None

    @property
    def unit(self) -> str:
        """Of its first instruction; nothing where it has none."""
        return self.operations[0].instruction.unit if self.operations else ""

    @property
    def vtype(self) -> int | None:
        """The type that a vset makes, if that is no register's."""
        values = self.operations[0].operands
        return values.get("vtype", values.get("vtype10"))

    @property
    def keeps_vl(self) -> bool:
        """Whether it is a vset of the type only."""
        if self.unit != "vset":
            return False
        values = self.operations[0].operands
        return values.get("rs1", 1) == 0 and values["rd"] == 0 and "vtype" in values

    @property
    def movable(self) -> bool:
        """Whether it may change its place in a block: it neither ends one nor is unknown."""
        fixed = ("branch", "system", "csr")
        found = self.operations
        return bool(found) and not any(each.instruction.unit in fixed for each in found)

    @property
    def target(self) -> str | None:
        """The label that a direct branch or jump goes to."""
        jumps = any(
            {"branch", "jump"} & {operand.name for operand in each.instruction.operands}
            for each in self.operations
        )
        return self.parts[-1] if jumps else None

    @property
    def conditional(self) -> bool:
        """Whether it is a branch that may or may not be taken."""
        return any(
            operand.name == "branch"
            for each in self.operations
            for operand in each.instruction.operands
        )

    @property
    def falls_through(self) -> bool:
        """Whether the next line may come next."""
        jump = self.name == "jal" and self.parts[0] in ("zero", "x0")
        return self.name not in ENDS and not jump

    def left(self) -> list[Line]:
        """What stays where it was when it is taken away: its labels, if it has any."""
        return [Line(self.labels, "", "")] if self.labels else []

    def bare(self) -> Line:
        """Without its labels."""
        return replace(self, labels=())


def parse(text: str) -> tuple[Line, ...]:
    """The lines of a text, without comments."""
    return tuple(
        Line(each.labels, each.name, each.operands, each.line) for each in statements(text)
    )


def render(title: str, lines: Iterable[Line]) -> str:
    """Text again, under a comment."""
    return "\n".join([f"# {title}", *_rendered(lines)]) + "\n"


def _rendered(lines: Iterable[Line]) -> Iterator[str]:
    for line in lines:
        yield from (f"{label}:" for label in line.labels)
        if line.name:
            yield f"\t{line.name}\t{line.operands}".rstrip()


@lru_cache(maxsize=1 << 16)
def _operations(name: str, operands: str) -> tuple[Operation, ...]:
    try:
        return tuple(_meant(name, operands))
    except Wrong:
        return ()


def _meant(name: str, operands: str) -> Iterator[Operation]:
    if name in PSEUDOS:
        expanded = PSEUDOS[name](split(operands), _constant)
        if expanded is not None:
            for each in expanded:
                mnemonic, _, rest = each.partition(" ")
                yield _operation(mnemonic, rest)
            return
    if name in coral.instructions and not name.startswith("."):
        yield _operation(name, operands)


def _operation(mnemonic: str, operands: str) -> Operation:
    instruction = coral.instructions[mnemonic]
    found = read(instruction, operands, lambda label: label)
    return Operation(instruction, found.values, bool(found.pending))


def _constant(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise Wrong("no number") from None


def blocks(lines: Sequence[Line]) -> Iterator[range]:
    """Longest runs of lines that may change places among themselves."""
    start = 0
    for index, line in enumerate(lines):
        if line.labels and index > start:
            yield range(start, index)
            start = index
        if not line.movable:
            if line.labels or index > start:
                yield range(start, index)
            start = index + 1
    if start < len(lines):
        yield range(start, len(lines))


def written(instruction: Instruction, operands: Mapping[str, int]) -> Line:
    """The line of one instruction."""
    values = [operands[operand.name] for operand in instruction.operands]
    row = np.array([[instruction.opcode, *values]], np.int32)
    name, _, rest = lines_of(coral, row, np.ones(1, np.uint8))[0].partition(" ")
    return Line((), name, rest)


def vset(vtype: int, facts: Facts | None, length: int | str = "zero") -> Line:
    """A vset, by default one that changes the type and keeps vl."""
    name = "vsetivli" if isinstance(length, int) else "vsetvli"
    return Line((), name, f"zero, {length}, {KIND.write(vtype)}", 0, facts)


def ever_apart(one: Line, other: Line) -> bool:
    """Whether two lines never access the same byte, whenever they run."""
    return _disjoint(one, other, in_step=False)


def apart(one: Line, other: Line) -> bool:
    """Whether two lines of one block never access the same byte when it runs."""
    return _disjoint(one, other, in_step=True)


def _disjoint(one: Line, other: Line, *, in_step: bool) -> bool:
    first, second = one.facts, other.facts
    if first is None or second is None or first.spans is None or second.spans is None:
        return False
    a, b = first.spans, second.spans
    if in_step and len(a) == len(b):
        return bool(((a[:, 1] <= b[:, 0]) | (b[:, 1] <= a[:, 0])).all())
    return bool(a[:, 1].max() <= b[:, 0].min() or b[:, 1].max() <= a[:, 0].min())


def spelled_out(line: Line) -> list[Line]:
    """One line for each instruction, where that needs no symbol."""
    if len(line.operations) < 2 or any(each.open for each in line.operations):
        return [line]
    first, *others = (written(each.instruction, each.operands) for each in line.operations)
    return [Line(line.labels, first.name, first.operands, line.number), *others]
