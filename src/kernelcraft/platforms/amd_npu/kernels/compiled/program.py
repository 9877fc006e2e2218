"""From the compiler's lines to a kernel: values and pointers are chosen, loops are pipelined.

Innermost loops become zero-overhead loops; others count in a register. What addresses are
computed from is in scalar registers, a kernel's arguments are in dn0, dn1 ...
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.reading import Memory
from kernelcraft.codegen.registers import TooFewRegisters
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import SUMS, kept, parts
from kernelcraft.platforms.amd_npu.kernels.compiled.primitives import PRIMITIVES, constant
from kernelcraft.platforms.amd_npu.kernels.compiled.streams import pointed
from kernelcraft.platforms.amd_npu.kernels.compiled.turns import in_turn
from kernelcraft.platforms.amd_npu.kernels.compiled.values import (
    BYTES,
    LOWER,
    Access,
    Constant,
    Line,
    Values,
)
from kernelcraft.platforms.amd_npu.kernels.schedule import Writer, core_reader, core_writer

VARIABLES: Final = tuple(f"a{index}" for index in range(14))
_SCALARS: Final = (*(f"r{index}" for index in range(8, 16)), "r24", "r25", "r27", "r0", "r4", "r6")
REGISTERS: Final[Mapping[str, str]] = {
    **dict(zip(VARIABLES, _SCALARS, strict=True)),
    **{f"arg{index}": f"dn{index}" for index in range(8)},
}
HOMES: Final = tuple(f"bm{half}{index}" for index in range(8, 1, -1) for half in "lh")
"""Accumulators for constants."""
PAIRS: Final = (("r16", "r17"), ("r18", "r19"), ("r20", "r21"), ("r22", "r23"))
LONG: Final = 40
"""Lines of a loop for which not every interval is tried, but each so much longer:"""
GROWTH: Final = 1.08
LONGEST: Final = 140
"""Lines of a loop that may be pipelined."""
START: Final = """
movx r1, #60
movx r2, #24
movx r7, #28
movx r5, #12
movx crRnd, r5
movx r26, #32
movx r28, #16
movx r29, #8
movx r30, #4
movx r31, #2
mov s0, #3
mov s1, #11
mov s2, #2
vsub.32 x8, x8, x8
"""


@dataclass
class Straight:
    """Lines without loops, and what they are when values and pointers are chosen."""

    lines: list[str] = field(default_factory=list)
    values: Values | None = None


@dataclass
class Loop:
    """Parts that run `count` times."""

    counter: str
    count: int
    label: str
    parts: list[Straight | Loop] = field(default_factory=list)

    @property
    def innermost(self) -> Straight | None:
        """Its lines if no loop is in it."""
        first = self.parts[0]
        return first if len(self.parts) == 1 and isinstance(first, Straight) else None


def kernel(lines: Sequence[str]) -> str:
    """The program of a kernel's lines; raises Unwritten where registers do not suffice."""
    numbers: dict[str, float] = {}
    found = _parsed(iter(lines), numbers)
    for each in _pieces(found):
        each.values = _lowered(each.lines, numbers)
    try:
        return _Kernel(found).text()
    except TooFewRegisters as error:
        raise Unwritten(str(error)) from None


def _parsed(lines: Iterator[str], numbers: dict[str, float]) -> list[Straight | Loop]:
    found: list[Straight | Loop] = []
    for line in lines:
        name, *rest = line.split()
        if name == "again":
            break
        if name == "hold":
            numbers[rest[0]] = float(rest[1])
        elif name == "repeat":
            loop = Loop(rest[0], int(rest[1]), rest[2])
            loop.parts = _parsed(lines, numbers)
            found.append(loop)
        else:
            if not found or not isinstance(found[-1], Straight):
                found.append(Straight())
            part = found[-1]
            assert isinstance(part, Straight)
            part.lines.append(line)
    return found


def _pieces(found: Sequence[Straight | Loop]) -> Iterator[Straight]:
    for each in found:
        if isinstance(each, Straight):
            yield each
        else:
            yield from _pieces(each.parts)


def _lowered(lines: Sequence[str], numbers: Mapping[str, float]) -> Values:
    """The instructions of a piece, with values that have no registers yet."""
    uses = Counter(word for line in lines for word in set(line.split()[1:]) if word[0] == "%")
    for line in lines:
        words = line.split()
        gives = words[1] if words[0] in PRIMITIVES or words[0] in ("load", "tile", "tileb") else ""
        uses[gives] -= 1
        uses[gives] += words[2:].count(gives)
    values = Values(uses, numbers, constant)
    for line in lines:
        name, *words = line.split()
        if name in PRIMITIVES:
            PRIMITIVES[name](values, *words)
        elif name == "load":
            values.load(words[0], _access(words[1]))
        elif name == "store":
            values.store(words[1], _access(words[0], stores=True))
        elif name in ("tile", "tileb"):
            _tile(values, words[0], _access(words[1]), "vldb" if name == "tileb" else "vlda")
        elif name == "finish":
            access = _access(words[0], stores=True)
            values.emit(f"vst.conv.bf16.fp32 {words[1]}, @", access)
        elif name == "bias":
            _bias(values, words[0], words[1])
        else:
            values.emit(_named(values, line))
    return values


def _named(values: Values, line: str) -> str:
    """An instruction of the table's own, with its tiles and its address."""
    for value, forms in values.forms.items():
        if "tile" in forms:
            line = line.replace(f"{value},", f"{forms['tile']},")
    return line


def _tile(values: Values, value: str, access: Access, mnemonic: str) -> None:
    name = values.fresh(LOWER)
    for half, part in enumerate("lh"):
        at = Access(access.variable, access.offset + 32 * half, far=mnemonic == "vlda")
        values.emit(f"{mnemonic} {name}.{part}, @", at)
    values.gives(value, "tile", name)


def _bias(values: Values, to: str, place: str) -> None:
    """Each row of a tile of sums begins with the same four columns."""
    forms = values.forms.setdefault(place, {})
    if not forms:
        access, pair = _access(place), PAIRS[len(values.forms) % len(PAIRS)]
        for index, register in enumerate(pair):
            at = Access(access.variable, access.offset + 4 * index)
            values.emit(f"lda {register}, @", at)
        forms["columns"] = name = values.fresh(LOWER)
        values.emit(f"vbcst.64 {name}, {pair[1]}:{pair[0]}")
    values.emit(f"vconv.fp32.bf16 {to}, {forms['columns']}.l")


def _access(place: str, *, stores: bool = False) -> Access:
    variable, _, offset = place.strip("[]").partition("+")
    return Access(variable, BYTES * int(offset), stores)


class _Kernel:
    """Writes the parts of a kernel, whose constants are kept in accumulators."""

    def __init__(self, found: Sequence[Straight | Loop]) -> None:
        self.found = found
        wanted: dict[object, Constant] = {}
        arguments = set[str]()
        for each in _pieces(found):
            assert each.values is not None
            for line in each.values.lines:
                if line.constant is not None:
                    wanted[line.constant.key] = line.constant
                if line.access is not None:
                    arguments.add(line.access.variable)
                arguments |= set(line.text.split())
        if len(wanted) > len(HOMES):
            raise Unwritten("the kernel needs more constants than there are accumulators")
        self.places = dict(zip(wanted, HOMES, strict=False))
        text = "".join(
            f"lda dn{index}, [p0, #{4 * index}]\n"
            for index in range(8)
            if f"arg{index}" in arguments
        )
        text += START
        for key, place in self.places.items():
            text += kept(place, wanted[key].text("x9"))
        sums = SUMS if any("bmh0" in line for each in _pieces(found) for line in each.lines) else ()
        self.fixed = [part for name in ("x8", *sums, *self.places.values()) for part in parts(name)]
        self.writer: Writer = core_writer(Memory(), self.fixed)
        self.pending = text
        self.kinds: dict[str, str] = {}
        self.label: str | None = None

    def text(self) -> str:
        """The kernel."""
        self._parts(self.found)
        self._flush("")
        self.writer.finish()
        return self.writer.kernel()

    def _parts(self, found: Sequence[Straight | Loop]) -> None:
        for each in found:
            if isinstance(each, Straight):
                self._straight(each)
            elif each.innermost is None or not self._pipelined(each, each.innermost):
                self._counted(each)

    def _flush(self, end: str) -> None:
        """Schedule what is pending, and the end of a loop after it."""
        if self.pending + end:
            try:
                self.writer.straight(self.pending + end, self.kinds, label=self.label)
            except TooFewRegisters:
                text = in_turn(self.writer, self.pending, self.kinds)
                self.writer.straight(text + end, label=self.label)
        self.pending, self.kinds, self.label = "", {}, None

    def _straight(self, piece: Straight) -> None:
        assert piece.values is not None
        lines = [line for line in piece.values.lines if not _is_step(line)]
        steps = [line for line in piece.values.lines if _is_step(line)]
        accesses = [line for line in lines if line.access or line.constant or "%" in line.text]
        if accesses and self.kinds:
            self._flush("")
        moved = pointed(lines, {}, REGISTERS)
        if moved.setup:
            self.writer.reader = core_reader(Memory(moved.apart, follows=moved.follows))
        self.pending += moved.setup + self._bound(moved.lines, self.kinds)
        self.kinds |= piece.values.kinds
        self.pending += "".join(_scalar(line.text) for line in steps)

    def _bound(self, lines: Sequence[Line], kinds: dict[str, str]) -> str:
        """The lines as text, with constants where they are wanted."""
        text, known = "", dict[str, str]()
        for line in lines:
            if line.constant is None:
                said = line.text
                for name, place in known.items():
                    said = _renamed(said, name, place)
                text += _scalar(said)
                continue
            place = self.places[line.constant.key]
            if place[0] == line.constant.kind[0]:
                known[line.text] = place
            else:
                text += f"vmov {line.text}, {place}\n"
        return text

    def _pipelined(self, loop: Loop, body: Straight) -> bool:
        """Write a zero-overhead loop; False where there are not enough registers."""
        assert body.values is not None
        steps = {}
        lines = []
        for line in body.values.lines:
            if _is_step(line):
                _, variable, by = line.text.split()
                steps[variable] = BYTES * int(by)
            else:
                lines.append(line)
        if len(lines) > LONGEST:
            return False
        moved = pointed(lines, steps, REGISTERS)
        text = self._bound(moved.lines, body.values.kinds)
        self._flush("") if self.kinds else None
        self.pending += moved.setup
        self._flush("")
        self.writer.reader = core_reader(Memory(moved.apart, follows=moved.follows))
        used = {name: kind for name, kind in body.values.kinds.items() if f"%{name}" in text}
        growth = GROWTH if len(moved.lines) > LONG else 1.0
        try:
            self.writer.loop(text, loop.count, used, growth=growth)
        except TooFewRegisters:
            return False
        return True

    def _counted(self, loop: Loop) -> None:
        counter = REGISTERS[loop.counter]
        self.pending += f"movxm {counter}, #{loop.count}\n"
        self._flush("")
        self.label = f".L{loop.label}"
        self._parts(loop.parts)
        self._flush(f"add {counter}, {counter}, #-1\njnz {counter}, #.L{loop.label}\n")


def _is_step(line: Line) -> bool:
    return line.text.startswith("step ")


def _renamed(text: str, name: str, place: str) -> str:
    words = text.split(" ")
    return " ".join(
        place + each[len(name) :] if each.rstrip(",") == name else each for each in words
    )


def _scalar(text: str) -> str:
    """An instruction; of a variable that is set or moved on those that do it."""
    name, *words = text.split()
    if name == "set":
        if words[1] not in REGISTERS:
            raise Unwritten("what one step leaves in memory for another has no place yet")
        to, source = REGISTERS[words[0]], REGISTERS[words[1]]
        return f"mov {to}, {source}\n" + _added(to, BYTES * int(words[2]))
    if name == "step":
        return _added(REGISTERS[words[0]], BYTES * int(words[1]))
    return text + "\n"


def _added(register: str, number: int) -> str:
    if not number:
        return ""
    if -64 <= number < 64:
        return f"add {register}, {register}, #{number}\n"
    return f"movxm r5, #{number}\nadd {register}, {register}, r5\n"
