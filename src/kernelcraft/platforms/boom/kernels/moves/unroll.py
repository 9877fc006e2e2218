"""Loops of one piece unrolled: one increment for all turns, registers of each turn's own.

Loads go first and stores last, as far as what they touch allows: two pointers that walk through a
loop are taken to be apart, which the tuner's evaluation judges, as it judges the number of turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from kernelcraft.codegen.order import ordered, predecessors
from kernelcraft.isa.program import Program
from kernelcraft.platforms.boom.kernels.moves.listing import Line, Loop
from kernelcraft.platforms.boom.machine.instructions import boom
from kernelcraft.platforms.boom.machine.retirement import FLOATS, registers
from kernelcraft.riscv.operands import F_NAMES, X_NAMES

NUMBERS: Final = {
    **{name: number for number, name in enumerate(X_NAMES)},
    **{f"x{number}": number for number in range(FLOATS)},
    **{name: FLOATS + number for number, name in enumerate(F_NAMES)},
    **{f"f{number}": FLOATS + number for number in range(FLOATS)},
    "fp": X_NAMES.index("s0"),
}
FREE: Final = (
    *(f"a{n}" for n in range(8)),
    *(f"t{n}" for n in range(7)),
    *(f"fa{n}" for n in range(8)),
    *(f"ft{n}" for n in range(12)),
)
"""What a kernel may change without keeping it."""
SIZES: Final = {
    **dict.fromkeys(("lb", "lbu", "sb"), 1),
    **dict.fromkeys(("lh", "lhu", "sh"), 2),
    **dict.fromkeys(("lw", "lwu", "sw", "flw", "fsw"), 4),
    **dict.fromkeys(("ld", "sd", "fld", "fsd"), 8),
}
WIDER: Final = {"lw": "ld", "sw": "sd", "lwu": "ld", "lh": "lw", "lhu": "lw", "sh": "sw"}
STORES: Final = frozenset({"sb", "sh", "sw", "sd", "fsw", "fsd"})
_NAME = re.compile(r"(?<![\w.%$])[a-z]\w*(?![\w.(])")
_PLACE = re.compile(r"(-?\w*)\((\w+)\)")
Key = int | tuple[int, int] | str


@dataclass(frozen=True)
class Uses:
    """The registers that each line reads and writes, as numbers."""

    reads: Mapping[int, AbstractSet[int]]
    writes: Mapping[int, AbstractSet[int]]

    @classmethod
    def of(cls, program: Program) -> Uses:
        """From the operations of the lines."""
        reads: dict[int, set[int]] = {}
        writes: dict[int, set[int]] = {}
        for line, row in zip((program.lines - 1).tolist(), program.ops.tolist(), strict=True):
            instruction = boom.table[row[0]]
            names = [each.name for each in instruction.operands]
            found = registers(instruction, dict(zip(names, row[1:], strict=False)))
            earlier = writes.setdefault(line, set())
            read = {found.rs1, found.rs2, found.rs3} - {0} - earlier
            reads.setdefault(line, set()).update(read)
            earlier.update({found.rd} - {0})
        return cls(reads, writes)


@dataclass(frozen=True)
class Step:
    """One statement of an unrolled loop; `at` is the line that it comes from."""

    parts: tuple[str, ...]
    at: int

    @property
    def place(self) -> tuple[str, int] | None:
        """The pointer and the distance from it of a load or store."""
        match = _PLACE.fullmatch(self.parts[-1]) if self.parts[0] in SIZES else None
        if match is None or not re.fullmatch(r"-?\d*", match[1]):
            return None
        return match[2], int(match[1] or 0)

    @property
    def text(self) -> str:
        """As it is written."""
        return f"{self.parts[0]} {', '.join(self.parts[1:])}".strip()


@dataclass(frozen=True)
class Unroller:
    """Of one loop of a listing."""

    lines: Sequence[Line]
    uses: Uses
    loop: Loop

    @property
    def body(self) -> list[Step]:
        """The statements before the branch."""
        span = range(self.loop.head, self.loop.branch)
        return [Step(self.lines[at].parts, at) for at in span if self.lines[at].code]

    def unrolled(self, copies: int, *, sort: bool, wide: bool = False) -> list[Line] | None:
        """All lines with `copies` turns in one; None where there is no such loop."""
        strides = self._strides()
        if self.loop.turns % copies or not self.body:
            return None
        steps = [
            step for copy in range(copies) for step in self._copy(copy, copies, strides, copies)
        ]
        if wide:
            steps = _widened(steps)
            if not steps:
                return None
        if sort:
            steps = self._sorted(steps, strides)
        head, branch = self.lines[self.loop.head], self.lines[self.loop.branch]
        found = [Line(head.label, ""), *(Line("", step.text) for step in steps)]
        found += [Line("", f"addi {name}, {name}, {copies * by}") for name, by in strides.items()]
        if copies < self.loop.turns:
            found.append(branch)
        return [*self.lines[: self.loop.head], *found, *self.lines[self.loop.branch + 1 :]]

    def _strides(self) -> dict[str, int]:
        """The pointers and counters that a turn moves on, and by how much."""
        found = {}
        for step in self.body:
            match step.parts:
                case ("addi", name, same, by) if name == same and re.fullmatch(r"-?\d+", by):
                    if self._only_moved(NUMBERS[name], step.at):
                        found[name] = int(by)
        return found

    def _only_moved(self, register: int, at: int) -> bool:
        """Whether all else that the loop does with a register is to load and store by it."""
        for step in self.body:
            if step.at == at:
                continue
            by = step.place is not None and NUMBERS[step.place[0]] == register
            named = [NUMBERS.get(part) for part in step.parts[1 : -1 if by else None]]
            if register in self.uses.writes[step.at] or register in named:
                return False
            if register in self.uses.reads[step.at] and not by:
                return False
        return True

    def _copy(
        self, copy: int, copies: int, strides: Mapping[str, int], last: int
    ) -> Iterator[Step]:
        """One turn; the last one has the loop's own registers, on which later code relies."""
        names = self._names(copy) if copy < last - 1 else {}
        moved: set[str] = set()
        for step in self.body:
            if step.parts[0] == "addi" and step.parts[1] in strides:
                moved.add(step.parts[1])
                continue
            parts, place = step.parts, step.place
            if place is not None and place[0] in strides:
                turns = copy + (place[0] in moved)
                parts = (*parts[:-1], f"{place[1] + turns * strides[place[0]]}({place[0]})")
            yield Step((parts[0], *(_renamed(part, names) for part in parts[1:])), step.at)

    def _names(self, copy: int) -> dict[int, str]:
        """Registers of a turn's own for what it computes, as far as there are free ones."""
        own = self._temporaries()
        named = {NUMBERS.get(name, 0) for each in self.lines for name in _NAME.findall(each.code)}
        named |= {NUMBERS.get(m[2], 0) for each in self.lines for m in _PLACE.finditer(each.code)}
        for register in (0, FLOATS):  # whole numbers, then floats
            kind = [each for each in own if (each >= FLOATS) == bool(register)]
            free = [
                name
                for name in FREE
                if (NUMBERS[name] >= FLOATS) == bool(register) and NUMBERS[name] not in named
            ]
            mine = free[copy * len(kind) : (copy + 1) * len(kind)]
            if kind and len(mine) == len(kind):
                return dict(zip(kind, mine, strict=True))
        return {}

    def _temporaries(self) -> list[int]:
        """What each turn writes before it reads it."""
        read: set[int] = set(self.uses.reads[self.loop.branch])
        found: list[int] = []
        for step in self.body:
            read |= self.uses.reads[step.at] - set(found)
            found += [each for each in self.uses.writes[step.at] if each not in (*read, *found)]
        return [each for each in found if each not in read]

    def _sorted(self, steps: Sequence[Step], strides: Mapping[str, int]) -> list[Step]:
        """Loads first, stores last."""
        apart = all(
            step.place is not None and step.place[0] in strides
            for step in steps
            if step.parts[0] in SIZES
        )
        before = predecessors(_touched(step, apart=apart) for step in steps)
        return [steps[each] for each in ordered(before, _LoadsFirst(steps))]


def _touched(step: Step, *, apart: bool) -> tuple[set[Key], set[Key]]:
    """What a step reads and writes: registers by number, bytes by pointer and distance."""
    names = [NUMBERS[part] for part in step.parts[1:] if part in NUMBERS]
    store = step.parts[0] in STORES
    reads: set[Key] = set(names if store else names[1:])
    writes: set[Key] = set() if store else set(names[:1])
    if step.parts[0] in SIZES:
        place = step.place
        bytes: set[Key] = {"memory"}
        if place is not None:
            reads.add(NUMBERS[place[0]])
            if apart:
                pointer, distance = NUMBERS[place[0]], place[1]
                bytes = {(pointer, distance + n) for n in range(SIZES[step.parts[0]])}
        (writes if store else reads).update(bytes)
    return reads - {0}, writes - {0}


@dataclass(frozen=True)
class _LoadsFirst:
    """The costs of an order: loads, then what computes, then stores."""

    steps: Sequence[Step]

    def of(self, index: int) -> tuple[float, ...]:
        """By kind."""
        name = self.steps[index].parts[0]
        return (2.0 if name in STORES else float(name not in SIZES),)

    def take(self, index: int) -> None:
        """The order does not depend on what was before."""


def _widened(steps: Sequence[Step]) -> list[Step]:
    """A copy with accesses of twice the size; nothing where the steps are no plain copy."""
    found: list[Step] = []
    for at in range(0, len(steps) - 3, 4):
        load, store, next_load, next_store = steps[at : at + 4]
        sizes = [SIZES.get(each.parts[0]) for each in (load, store)]
        both = ((load, next_load), (store, next_store))
        if store.parts[0] not in STORES or load.parts[1] != store.parts[1] or sizes[0] != sizes[1]:
            return []
        for one, other in both:
            if one.place is None or other.place is None or one.parts[0] not in WIDER:
                return []
            if (one.place[0], one.place[1] + (sizes[0] or 0)) != other.place:
                return []
            found.append(Step((WIDER[one.parts[0]], *one.parts[1:]), one.at))
    return found if len(steps) == 2 * len(found) else []


def _renamed(part: str, names: Mapping[int, str]) -> str:
    """An operand with other registers."""
    return re.sub(r"[a-z]\w*", lambda m: names.get(NUMBERS.get(m[0], -1), m[0]), part)
