"""Follows a kernel's control flow with constants only: what each line accesses, how loops turn.

Registers hold numbers or nothing known; what is loaded is not known. Where a branch depends on
data, both ways are followed to where they meet again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.program import Program
from kernelcraft.platforms.coral_npu.kernels.moves.listing import Facts
from kernelcraft.platforms.coral_npu.machine.instructions import coral
from kernelcraft.platforms.coral_npu.machine.shapes import access_bytes, form_of
from kernelcraft.platforms.coral_npu.machine.touches import VLENB_CSR, VectorType
from kernelcraft.riscv.hart import Numbers
from kernelcraft.riscv.machine import VLENB, signed, wrapped

LONGEST = 300_000  # instructions that are followed
DEEPEST = 4  # branches on data inside each other
STACK = 0x18000  # the stack pointer at the start
DTCM, DTCM_BYTES = 0x10000, 32768
_END = coral.instructions["mpause"].opcode
_LEFT = -1  # turns of a loop that was left elsewhere
_REGISTERS = ("rs1", "rs2")
Span = tuple[int, int]


@dataclass
class _Seen:
    """Of one line: what is collected while walking."""

    times: int = 0
    vtypes: set[int | None] = field(default_factory=set)
    lengths: set[int | None] = field(default_factory=set)
    spans: list[Span | None] = field(default_factory=list)
    values: list[int | None] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    taken: int = 0
    jumps: int = 0
    stores: bool = False


class Lost(Exception):
    """The kernel cannot be followed."""


@lru_cache(maxsize=64)
def walk(cell: Cell, text: str) -> Mapping[int, Facts]:
    """What is known by line number; empty for a kernel that is wrong or cannot be followed."""
    try:
        program = cell.platform.assemble(text)
        walker = _Walker(program)
        walker.run(None)
    except (AssemblyError, Lost):
        return {}
    return walker.facts()


class _Walker(Numbers):
    """As much of the machine as addresses need: what bodies use of `Numbers`, and these."""

    xlen = 32
    length = 4

    def __init__(self, program: Program) -> None:
        self.program = program
        self.x: list[int | None] = [0, None, STACK, *[None] * 29]
        self.words: dict[int, int] = {}
        self.vtype: int | None = None
        self.vl: int | None = None
        self.next = program.entry
        self.address = 0
        self.target: int | None = None
        self.steps = self.depth = 0
        self.seen: defaultdict[int, _Seen] = defaultdict(_Seen)
        self.lines = program.lines.tolist()
        self.rows = program.ops.tolist()
        self.acts: list[Callable[[], None] | None] = [None] * len(self.rows)

    def go(self, target: int) -> None:
        self.target = target

    def run(self, until: int | None) -> None:
        """To the end, or to an operation; raises Lost."""
        while self.next != until:
            self.steps += 1
            place = self.next
            if self.steps > LONGEST or not 0 <= place < len(self.rows):
                raise Lost
            if self.rows[place][0] == _END:
                self.seen[self.lines[place]].times += 1
                if until is not None:
                    raise Lost
                return
            act = self.acts[place]
            if act is None:
                act = self.acts[place] = self._act(place)
            seen = self.seen[self.lines[place]]
            seen.times += 1
            seen.vtypes.add(self.vtype)
            seen.lengths.add(self.vl)
            self.next = place + 1
            act()

    def _act(self, place: int) -> Callable[[], None]:
        instruction, values = self._decoded(place)
        seen, unit = self.seen[self.lines[place]], instruction.unit
        if unit == "branch":
            return partial(self._jump, instruction, values, seen, place)
        if unit == "vset":
            return partial(self._configure, values, seen)
        if unit in ("load", "store"):
            seen.stores = unit == "store"
            return partial(self._access, instruction, values, seen, access_bytes(instruction))
        if unit in ("vload", "vstore"):
            seen.stores = unit == "vstore"
            return partial(self._vector, instruction, values, seen)
        if unit in ("alu", "mul", "div"):
            sources = [values[name] for name in _REGISTERS if name in values]
            meant = partial(instruction.function, self, **values)
            return partial(self._compute, meant, sources, values["rd"], place, seen)
        if values.get("csr") == VLENB_CSR and not values.get("rs1", 1):
            return partial(self._set, values["rd"], VLENB)
        if unit == "system":
            raise Lost
        return partial(self._set, values.get("rd", 0), None)

    def _decoded(self, place: int) -> tuple[Instruction, dict[str, int]]:
        opcode, *operands = self.rows[place]
        instruction = coral.table[opcode]
        names = (operand.name for operand in instruction.operands)
        return instruction, dict(zip(names, operands, strict=False))

    def _compute(
        self,
        meant: Callable[[], None],
        sources: list[int],
        rd: int,
        place: int,
        seen: _Seen,
    ) -> None:
        known = all(self.x[source] is not None for source in sources)
        if known:
            self.address = self._address(place)
            meant()
        self._set(rd, self.x[rd] if known else None)
        seen.values.append(self.x[rd] if known else None)

    def _set(self, register: int, value: int | None) -> None:
        known = value if register else 0
        self.x[register] = None if known is None else wrapped(known)

    def _address(self, place: int) -> int:
        window = next(w for w in reversed(self.program.windows) if w.first <= place)
        return window.address + 4 * (place - window.first)

    def _place(self, address: int) -> int:
        for window in self.program.windows:
            if window.address <= address < window.end:
                return window.first + (address - window.address) // 4
        raise Lost

    def _jump(
        self, instruction: Instruction, values: Mapping[str, int], seen: _Seen, place: int
    ) -> None:
        self.address = self._address(place)
        if any(self.x[values[name]] is None for name in _REGISTERS if name in values):
            self._both(values, place)
            seen.jumps += 1
            seen.turns += [0, 1]
            return
        self.target = None
        instruction.function(self, **values)
        if "rd" in values:
            self._set(values["rd"], self.x[values["rd"]])
        if self.target is None:
            seen.turns.append(seen.taken)
            seen.taken = 0
            return
        seen.taken += 1
        seen.jumps += 1
        self.next = self._place(self.target)

    def _both(self, values: Mapping[str, int], place: int) -> None:
        """Follow both ways of a branch to where they meet."""
        if values.get("branch", -1) < 0 or self.depth == DEEPEST:
            raise Lost
        self.depth += 1
        ways = (place + 1, self._place(wrapped(self.address + values["branch"])))
        meet = self._meeting(*ways)
        x, words, vtype, vl = self.x, self.words, self.vtype, self.vl
        ends = []
        for way in ways:
            self.x, self.words, self.vtype, self.vl = x[:], dict(words), vtype, vl
            self.next = way
            self.run(meet)
            ends.append((self.x, self.words, self.vtype, self.vl))
        self.depth -= 1
        one, other = ends
        self.x = [v if v == w else None for v, w in zip(one[0], other[0], strict=True)]
        self.words = {k: v for k, v in one[1].items() if other[1].get(k) == v}
        self.vtype = one[2] if one[2] == other[2] else None
        self.vl = one[3] if one[3] == other[3] else None

    def _meeting(self, one: int, other: int) -> int:
        """The first operation in order of the text that both ways reach going forwards only."""
        both = self._ahead(one) & self._ahead(other)
        if not both:
            raise Lost
        return min(both)

    def _ahead(self, start: int) -> set[int]:
        found: set[int] = set()
        waiting = [start]
        while waiting:
            place = waiting.pop()
            if place in found or place >= len(self.rows):
                continue
            found.add(place)
            instruction, values = self._decoded(place)
            offset = values.get("branch", values.get("jump"))
            if offset is None and instruction.unit in ("branch", "system"):
                continue
            if offset is not None and offset > 0:
                waiting.append(self._place(self._address(place) + offset))
            if "jump" not in values:
                waiting.append(place + 1)
        return found

    def _configure(self, values: Mapping[str, int], seen: _Seen) -> None:
        kind = values.get("vtype", values.get("vtype10"))
        old, rd = self.vl, values["rd"]
        self.vtype, self.vl = None, None
        shape = None if kind is None else VectorType.of(kind)
        if shape is not None:
            self.vtype = kind
            wanted = values.get("uimm")
            if wanted is None and values["rs1"]:
                wanted = self.x[values["rs1"]]
            elif wanted is None:
                wanted = 1 << 32 if rd else old
            self.vl = None if wanted is None else min(wanted, shape.elements)
        seen.values.append(self.vl)
        self._set(rd, self.vl)

    def _access(
        self, instruction: Instruction, values: Mapping[str, int], seen: _Seen, size: int
    ) -> None:
        base, start, span = self.x[values["rs1"]], -1, None
        if base is not None:
            start = wrapped(base + values["imm"])
            span = start, start + size
        seen.spans.append(span)
        if instruction.mnemonic == "lw":
            self._set(values["rd"], self.words.get(start))
        elif "rd" in values:
            self._set(values["rd"], None)
        elif instruction.unit == "store":
            self._forget(span)
            stored = self.x[values["rs2"]]
            if instruction.mnemonic == "sw" and span and stored is not None:
                self.words[start] = stored

    def _forget(self, span: Span | None) -> None:
        """The words that a store may have changed."""
        for place in list(self.words):
            if span is None or (place < span[1] and span[0] < place + 4):
                del self.words[place]

    def _vector(self, instruction: Instruction, values: Mapping[str, int], seen: _Seen) -> None:
        span = self._vector_bytes(instruction, values)
        if instruction.unit == "vstore":
            self._forget(span)
        seen.spans.append(span)

    def _vector_bytes(self, instruction: Instruction, values: Mapping[str, int]) -> Span | None:
        form, vl = form_of(instruction), self.vl
        kind = None if self.vtype is None else VectorType.of(self.vtype)
        start = self.x[values["rs1"]]
        if start is None or kind is None:
            return None
        if form.elements:
            return start, start + form.elements
        if vl is None:
            vl = kind.elements
        if form.mask:
            return start, start + (vl + 7 >> 3)
        if form.index:
            reach = (1 << 8 * form.index) - 1 + kind.sew // 8 * form.fields
            return start, start + reach
        width = form.fields * form.width
        if "rs2" not in values:
            return start, start + vl * width
        step = self.x[values["rs2"]]
        if step is None:
            return None
        last = (vl - 1) * signed(step) if vl else 0
        return start + min(0, last), start + max(0, last) + width

    def facts(self) -> dict[int, Facts]:
        """What was collected."""
        loaded = self._loaded()
        length = Counter(self.lines)
        return {line: _facts(seen, loaded, length[line]) for line, seen in self.seen.items()}

    def _loaded(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Which bytes of DTCM are ever loaded."""
        found = np.zeros(DTCM_BYTES, np.bool_)
        for seen in self.seen.values():
            if seen.spans and not seen.stores:
                for span in set(seen.spans):
                    first, last = (0, DTCM + DTCM_BYTES) if span is None else span
                    found[max(first - DTCM, 0) : max(last - DTCM, 0)] = True
        return found


def _facts(
    seen: _Seen, loaded: np.ndarray[tuple[int], np.dtype[np.bool_]], instructions: int
) -> Facts:
    known = bool(seen.spans) and None not in seen.spans
    spans = np.array(seen.spans, np.int64).reshape(-1, 2) if known else None
    useful = True
    if seen.stores and spans is not None:
        useful = any(
            first < DTCM
            or last > DTCM + DTCM_BYTES
            or bool(loaded[first - DTCM : last - DTCM].any())
            for first, last in {tuple(span) for span in spans.tolist()}
        )
    numbers = [value for value in seen.values if value is not None]
    same = len(numbers) == len(seen.values) == seen.times and instructions == 1
    return Facts(
        seen.times // instructions,
        next(iter(seen.vtypes)) if len(seen.vtypes) == 1 else None,
        next(iter(seen.lengths)) if len(seen.lengths) == 1 else None,
        spans if spans is not None and len(spans) == seen.times // instructions else None,
        np.array(numbers, np.int64) if same and numbers else None,
        seen.jumps,
        (*seen.turns, _LEFT) if seen.taken else tuple(seen.turns),
        useful,
    )
