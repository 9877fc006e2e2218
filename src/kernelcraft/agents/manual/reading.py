"""Reads the rendered text of a manual: sections, and what pages of instructions say of them.

It knows the form of the pages and no machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

_TITLE = re.compile(r"^### (.+)$", re.MULTILINE)
_OPERAND = re.compile(r"Operand (\S+): (.+?)(?: \(([^()]*)\))?(?:: .*)?$")
_OPTIONAL = re.compile(r"\[, [^][]*\]")
_REGISTER = re.compile(r"(?<![\w.])([A-Za-z_]+)(\d+)(?:\.\.\1(\d+))?")
_NUMBER = re.compile(r"a number (-?\d+)\.\.(-?\d+)(?: in steps of (\d+))?$")
_EXAMPLE = re.compile(r"Example: `([^`]+)`")
_SUCH_AS = re.compile(r"such as (.+)$")
NUMBERED: Final = (5, 6, 7, 4)
"""Registers that copies of an instruction use; the first ones often have a meaning."""


@dataclass(frozen=True)
class Section:
    """A part of the manual, counted from 1."""

    number: int
    title: str
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return f"[{self.number} {self.title}]"


@dataclass(frozen=True)
class Instruction:
    """What a page says: its first line, the form, what operands are, unit and latency; or the
    example that it gives."""

    section: Section
    syntax: str
    operands: Mapping[str, str] = field(default_factory=dict)
    unit: str = ""
    latency: str = ""
    example: str = ""

    @property
    def name(self) -> str:
        """The mnemonic of its form."""
        return re.split(r"[\s(]", self.syntax, maxsplit=1)[0]

    @property
    def form(self) -> str:
        """The form's operands, without the optional ones."""
        return _OPTIONAL.sub("", self.syntax)[len(self.name) :].strip()

    @property
    def summary(self) -> str:
        """What it does, in a line."""
        return self.section.lines[0]

    def written(self, copy: int = 0, *, zero: bool = False) -> str | None:
        """With operands that are legal; equal kinds of registers are equal, other copies have
        others; with `zero` numbers are 0 where they may.

        None where an operand is a label, or nobody can tell what it is.
        """
        if self.example:
            return self.example
        text = f" {self.form}"
        for name, expected in self.operands.items():
            if not re.search(rf"(?<![\w.]){re.escape(name)}(?![\w.])", text):
                continue
            value = example(expected, copy, zero=zero)
            if value is None:
                return None
            text = re.sub(rf"(?<![\w.]){re.escape(name)}(?![\w.])", value, text)
        return f"{self.name}{text}".strip()


@dataclass(frozen=True)
class Read:
    """A manual: prose, and instructions."""

    prose: tuple[Section, ...]
    instructions: tuple[Instruction, ...]

    @property
    def sentences(self) -> Iterator[tuple[Section, str]]:
        """Lines of prose, each with its section."""
        return ((part, line) for part in self.prose for line in part.lines)


def read(text: str) -> Read:
    """The sections of a manual's text; a page with a form or an example is an instruction's."""
    parts = _TITLE.split(text)[1:]
    titles = zip(parts[::2], parts[1::2], strict=True)
    prose, instructions = [], []
    for number, (title, body) in enumerate(titles, 1):
        lines = tuple(line for line in body.splitlines() if line.strip())
        section = Section(number, title.strip(), lines)
        found = list(_instructions(section))
        instructions += found
        if not found and lines:
            prose.append(section)
    return Read(tuple(prose), tuple(instructions))


def _instructions(section: Section) -> Iterator[Instruction]:
    facts = dict(_facts(section.lines))
    operands = dict(_operands(section.lines))
    if "Syntax" in facts:
        unit = facts.get("Unit", "").partition(" (")[0]
        yield Instruction(section, facts["Syntax"], operands, unit, facts.get("Latency", ""))
        return
    shown = (_EXAMPLE.search(line) for line in section.lines)
    given = next((found[1] for found in shown if found), None)
    if given is not None:
        yield Instruction(section, section.title, example=given)


def _facts(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        name, colon, value = line.partition(": ")
        if colon and name in ("Syntax", "Unit", "Latency"):
            yield name, value


def _operands(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        found = _OPERAND.match(line)
        if found:
            yield found[1], found[2]


def example(expected: str, copy: int = 0, *, zero: bool = False) -> str | None:
    """An operand of which a manual says this; registers differ from copy to copy."""
    number = _NUMBER.match(expected)
    if number:
        low, high, step = int(number[1]), int(number[2]), int(number[3] or 1)
        value = 0 if zero else min(max(low, step), high)
        return str(value if low <= value <= high else low)
    if "label" in expected:
        return None
    such = _SUCH_AS.search(expected)
    if such:
        return such[1]
    register = _REGISTER.search(expected)
    if register is None:
        return None
    first, last = int(register[2]), register[3]
    able = [n for n in NUMBERED if last is not None and first <= n <= int(last)]
    chosen = able[copy % len(able)] if able else first
    return f"{register[1]}{chosen}"
