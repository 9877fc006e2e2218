"""Follows a kernel's control flow with constants only: what each line accesses, how loops turn.

Registers hold numbers or nothing known; what is loaded is not known. A kernel whose branches
depend on data cannot be followed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.program import Program
from kernelcraft.kernels.cell import Cell
from kernelcraft.platforms.coral_npu.instructions import coral
from kernelcraft.platforms.coral_npu.shapes import access_bytes, form_of
from kernelcraft.platforms.coral_npu.shapes import access_bytes, form_of
from kernelcraft.platforms.coral_npu.touches import VLENB_CSR, VectorType
from kernelcraft.platforms.riscv.machine import VLENB, signed, wrapped

LONGEST = 400_000  # instructions that are followed
STACK = 0x18000  # the stack pointer at the start
_REGISTERS = ("rs1", "rs2")


@dataclass
class Walk:
    """By source line: how often it ran, and the bytes from the first to the last it accessed.

    A span is None where an address is not known. `turns`: by the line of a branch, how often in
    a row it was taken before it was not, one number for each time.
    """

    counts: dict[int, int] = field(default_factory=dict)
    spans: dict[int, tuple[int, int] | None] = field(default_factory=dict)
    turns: dict[int, list[int]] = field(default_factory=dict)

    def apart(self, one: int, other: int) -> bool:
        """Whether two lines never access the same byte, however often they run."""
        first, second = self.spans.get(one), self.spans.get(other)
        if first is None or second is None:
            return False
        return first[1] <= second[0] or second[1] <= first[0]


@lru_cache(maxsize=64)
def walk(cell: Cell, text: str) -> Walk | None:
    """What a kernel does; None for one that is wrong, too long, or follows its data."""
    try:
        program = cell.platform.assemble(text)
    except AssemblyError:
        return None
    return _Walker(program).walk()


class _Walker:
    """As much of the machine as addresses need: `x`, `address` and `go` are what bodies use."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.x = [0] * 32
        self.known = {0, 2}
        self.x[2] = STACK
        self.words: dict[int, int] = {}
        self.vtype: VectorType | None = None
        self.vl: int | None = None
        self.next = program.entry
        self.address = 0
        self.target: int | None = None
        self.found = Walk()
        self.taken: dict[int, int] = {}

    def go(self, target: int) -> None:
        self.target = target

    def walk(self) -> Walk | None:
        rows, lines = self.program.ops.tolist(), self.program.lines.tolist()
        for _ in range(LONGEST):
            if not 0 <= self.next < len(rows):
                return None
            row, line = rows[self.next], lines[self.next]
            instruction = coral.table[row[0]]
            names = [operand.name for operand in instruction.operands]
            values = dict(zip(names, row[1:], strict=False))
            self.found.counts[line] = self.found.counts.get(line, 0) + 1
            if instruction.mnemonic == "mpause":
                return self.found
            if not self._step(instruction, values, line):
                return None
        return None

    def _step(self, instruction: Instruction, values: Mapping[str, int], line: int) -> bool:
        place, unit = self.next, instruction.unit
        self.next += 1
        self.address = self._address(place)
        if unit == "branch":
            return self._jump(instruction, values, line)
        if unit == "vset":
            self._configure(instruction, values)
        elif unit in ("load", "store"):
            self._access(instruction, values, line)
        elif unit in ("vload", "vstore"):
            self._span(line, self._vector_span(instruction, values))
        elif unit in ("alu", "mul", "div") and self._all_known(values):
            instruction.function(self, **values)
            self._set(values["rd"], self.x[values["rd"]])
        elif values.get("csr") == VLENB_CSR and not values.get("rs1", 1):
            self._set(values["rd"], VLENB)
        elif "rd" in values:
            self._set(values["rd"], None)
        return unit != "system"

    def _all_known(self, values: Mapping[str, int]) -> bool:
        return all(values[name] in self.known for name in _REGISTERS if name in values)

    def _set(self, register: int, value: int | None) -> None:
        if not register:
            self.x[0] = 0
        elif value is None:
            self.known.discard(register)
        else:
            self.x[register] = wrapped(value)
            self.known.add(register)

    def _address(self, place: int) -> int:
        window = next(w for w in reversed(self.program.windows) if w.first <= place)
        return window.address + 4 * (place - window.first)

    def _jump(self, instruction: Instruction, values: Mapping[str, int], line: int) -> bool:
        if not self._all_known(values):
            return False
        self.target = None
        instruction.function(self, **values)
        if "rd" in values:
            self._set(values["rd"], self.x[values["rd"]])
        if self.target is None:
            self.found.turns.setdefault(line, []).append(self.taken.pop(line, 0))
            return True
        self.taken[line] = self.taken.get(line, 0) + 1
        for window in self.program.windows:
            if window.address <= self.target < window.end:
                self.next = window.first + (self.target - window.address) // 4
                return True
        return False

    def _configure(self, instruction: Instruction, values: Mapping[str, int]) -> None:
        kind = values.get("vtype", values.get("vtype10"))
        old, rd = self.vl, values["rd"]
        self.vtype = None if kind is None else VectorType.of(kind)
        self.vl = None
        if self.vtype is not None:
            wanted: int | None = values.get("uimm")
            if wanted is None and values["rs1"]:
                wanted = self.x[values["rs1"]] if values["rs1"] in self.known else None
            elif wanted is None:
                wanted = 1 << 32 if rd else old
            self.vl = None if wanted is None else min(wanted, self.vtype.elements)
        self._set(rd, self.vl)

    def _access(self, instruction: Instruction, values: Mapping[str, int], line: int) -> None:
        size = access_bytes(instruction)
        span = None
        if values["rs1"] in self.known:
            start = wrapped(self.x[values["rs1"]] + values["imm"])
            span = start, start + size
        self._span(line, span)
        start = span[0] if span else -1
        if instruction.mnemonic == "lw":
            self._set(values["rd"], self.words.get(start))
        elif "rd" in values:
            self._set(values["rd"], None)
        elif instruction.unit == "store":
            self._forget(span)
            if instruction.mnemonic == "sw" and span and values["rs2"] in self.known:
                self.words[start] = self.x[values["rs2"]]

    def _forget(self, span: tuple[int, int] | None) -> None:
        """The words that a store may have changed."""
        for place in list(self.words):
            if span is None or (place < span[1] and span[0] < place + 4):
                del self.words[place]

    def _vector_span(
        self, instruction: Instruction, values: Mapping[str, int]
    ) -> tuple[int, int] | None:
        span = self._vector_bytes(instruction, values)
        if instruction.unit == "vstore":
            self._forget(span)
        return span

    def _vector_bytes(
        self, instruction: Instruction, values: Mapping[str, int]
    ) -> tuple[int, int] | None:
        form, kind, vl = form_of(instruction), self.vtype, self.vl
        if values["rs1"] not in self.known or kind is None:
            return None
        start = self.x[values["rs1"]]
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
        if values["rs2"] not in self.known:
            return None
        last = (vl - 1) * signed(self.x[values["rs2"]]) if vl else 0
        return start + min(0, last), start + max(0, last) + width

    def _span(self, line: int, span: tuple[int, int] | None) -> None:
        old = self.found.spans.get(line, span)
        if span is None or old is None:
            self.found.spans[line] = None
        else:
            self.found.spans[line] = min(old[0], span[0]), max(old[1], span[1])
