"""Code on strips of vectors: values without registers, loops, and the lengths that vectors have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from kernelcraft.codegen.registers import (
    LiveRange,
    Register,
    RegisterClass,
    allocate,
    values_in,
    with_registers,
)

ANY = -1
"""The width of an access that has one of its own: only the length must be right."""
Setting = tuple[int, int]
"""How many elements vectors have, and their bits."""


@dataclass(frozen=True)
class Vectors:
    """How a program of the machine says how long vectors are, counts and loops.

    set: the line that makes vectors of so many elements of so many bits, with a register that holds
    the number if it is large; "" keeps the number. group: the registers for such a vector; one of
    width 1 is a register that keeps a number in its first element. small: the largest number that
    needs no register.
    """

    numbers: RegisterClass
    group: Callable[[int, int], RegisterClass]
    set: Callable[[int, int, str | None], str]
    small: int
    assign: str
    begin: str
    end: str


@dataclass(frozen=True)
class Line:
    """An instruction, the width and number of elements that it works on, and the register with
    that number. `depth`: 1 where a loop begins, -1 where it ends."""

    text: str
    width: int = 0
    elements: int = 0
    length: str = ""
    depth: int = 0


class _Operands(dict[str, str]):
    """Operands of a row; those it does not name are values of its own, such as {t16} or {x}."""

    def __init__(self, code: Code, given: Mapping[str, str]) -> None:
        super().__init__(given)
        self.code = code

    def __missing__(self, name: str) -> str:
        bits = name.lstrip("tuvwx")
        self[name] = self.code.vector(int(bits)) if bits else self.code.number()
        return self[name]


@dataclass
class Code:
    """Lines with values that have no registers yet: `%v1` vectors, `%x1` numbers."""

    machine: Vectors
    lines: list[Line] = field(default_factory=list)
    elements: int = 0
    length: str = ""
    kinds: dict[str, Setting | None] = field(default_factory=dict)
    constants: dict[int, str] = field(default_factory=dict)
    labels: int = 0

    def copy(self) -> Code:
        """The same so far, to go on from in another way."""
        fields = (list(self.lines), dict(self.kinds), dict(self.constants))
        return replace(self, lines=fields[0], kinds=fields[1], constants=fields[2])

    def number(self) -> str:
        """A register for a number or an address."""
        name = f"x{len(self.kinds)}"
        self.kinds[name] = None
        return f"%{name}"

    def vector(self, width: int) -> str:
        """Registers for a strip of elements of so many bits."""
        name = f"v{len(self.kinds)}"
        self.kinds[name] = (self.elements, width)
        return f"%{name}"

    def constant(self, value: int) -> str:
        """A number that stays in its register for the whole kernel."""
        if value == 0:
            return "zero"
        if value not in self.constants:
            self.constants[value] = self.number()
        return self.constants[value]

    def pointer(self, value: int) -> str:
        """A number in a register of its own."""
        to = self.number()
        self.emit(self.machine.assign, d=to, a=str(value))
        return to

    def emit(self, row: str, **operands: str) -> None:
        """The lines of a row of the table; `@16` before one is the width that it works on."""
        named = _Operands(self, operands)
        for each in row.strip().splitlines():
            text = each.strip().format_map(named)
            width = 0
            if text.startswith("@"):
                bits, _, text = text[1:].partition(" ")
                width = ANY if bits == "any" else int(bits)
            self.lines.append(Line(text, width, self.elements, self.length))

    @contextmanager
    def strip(self, elements: int) -> Iterator[None]:
        """Inside the `with` vectors have so many elements."""
        before = self.elements, self.length
        self.elements, self.length = elements, ""
        if elements > self.machine.small:
            self.length = self.constant(elements)
        yield
        self.elements, self.length = before

    @contextmanager
    def loop(self, count: int) -> Iterator[None]:
        """What is written inside the `with`, `count` times."""
        if count == 1:
            yield
            return
        counter = self.pointer(count)
        self.labels += 1
        label = f"loop_{self.labels}"
        self._edge(self.machine.begin, counter, label, 1)
        yield
        self._edge(self.machine.end, counter, label, -1)

    def _edge(self, row: str, counter: str, label: str, depth: int) -> None:
        self.lines.append(Line(row.format(a=counter, label=label), depth=depth))

    def text(self) -> list[str]:
        """The lines with registers; raises `TooFewRegisters`."""
        used = {name for line in self.lines for name in (*values_in(line.text), line.length[1:])}
        sets = [
            Line(self.machine.assign.format(d=name, a=value))
            for value, name in self.constants.items()
            if name[1:] in used
        ]
        lines = _Lengths(self.machine, [*sets, *self.lines]).written()
        chosen = self._registers(lines)
        return [with_registers(line.text, chosen) for line in lines]

    def _registers(self, lines: Sequence[Line]) -> dict[str, Register]:
        found = _live(lines, self.kinds)
        classes = {name: self._class(name) for name in found}
        live = {
            name: LiveRange(
                dict.fromkeys(range(classes[name].width), first),
                dict.fromkeys(range(classes[name].width), last),
            )
            for name, (first, last) in found.items()
        }
        registers = allocate(live, classes, set()).registers
        return {name: each[0] for name, each in registers.items()}

    def _class(self, name: str) -> RegisterClass:
        kind = self.kinds[name]
        return self.machine.numbers if kind is None else self.machine.group(*kind)


def _live(lines: Sequence[Line], kinds: Mapping[str, Setting | None]) -> dict[str, tuple[int, int]]:
    """From when to when each value has its register: two times for a line, reading and writing.

    A result may take the place of an operand of its own kind.
    What is read in a loop and was there before it has its register to the end of the loop.
    """
    found: dict[str, tuple[int, int]] = {}
    open_loops: list[int] = []
    for at, line in enumerate(lines):
        names = values_in(line.text)
        for name in names:
            first, _ = found.get(name, (2 * at + 1, 0))
            given_up = name != names[0] and kinds[name] == kinds[names[0]]
            found[name] = first, 2 * at + (not given_up)
        if line.depth > 0:
            open_loops.append(at)
        elif line.depth < 0:
            begin = open_loops.pop()
            for name, (first, last) in found.items():
                if first < 2 * begin <= last:
                    found[name] = first, 2 * at + 1
    return found


class _Lengths:
    """Sets the width and number of elements wherever the next instruction needs others."""

    def __init__(self, machine: Vectors, lines: Sequence[Line]) -> None:
        self.machine, self.lines = machine, lines

    def written(self) -> list[Line]:
        """All lines."""
        return self._from(0, None)[0]

    def _from(self, at: int, now: Setting | None) -> tuple[list[Line], int, Setting | None]:
        """The lines from one on to the end of its loop; where that is, and what is set there."""
        found: list[Line] = []
        while at < len(self.lines):
            line = self.lines[at]
            if line.depth < 0:
                return [*found, line], at + 1, now
            if line.depth > 0:
                ahead, body, at, now = self._loop(at, now)
                found += [*ahead, line, *body]
                continue
            if line.width and self._differs(line, now):
                found.append(self._set(at, now))
                now = line.elements, self._width(at)
            found.append(line)
            at += 1
        return found, at, now

    def _loop(
        self, at: int, now: Setting | None
    ) -> tuple[list[Line], list[Line], int, Setting | None]:
        """What is to be set before a loop, its body, the line after it and what is set there."""
        body, after, end = self._from(at + 1, now)
        if end == now:
            return [], body, after, end
        if end is not None:  # set as every iteration but the first finds it
            again, after, same = self._from(at + 1, end)
            if same == end and len(again) <= len(body):
                new = next(
                    each
                    for each in reversed(self.lines[at:after])
                    if each.width and each.elements == end[0]
                )
                length = new.length if now is None or now[0] != end[0] else None
                return [Line(self.machine.set(*end, length))], again, after, end
        body, after, end = self._from(at + 1, None)
        return [], body, after, end

    def _differs(self, line: Line, now: Setting | None) -> bool:
        if now is None or now[0] != line.elements:
            return True
        return line.width not in (ANY, now[1])

    def _width(self, at: int) -> int:
        """The width to set for a line: an access leaves it to the next line that has one."""
        elements = self.lines[at].elements
        for line in self.lines[at:]:
            if line.depth or (line.width and line.elements != elements):
                break
            if line.width > 0:
                return line.width
        return 8

    def _set(self, at: int, now: Setting | None) -> Line:
        line = self.lines[at]
        keeps = now is not None and now[0] == line.elements
        text = self.machine.set(line.elements, self._width(at), None if keeps else line.length)
        return Line(text)
