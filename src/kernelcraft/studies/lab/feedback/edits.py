"""Ways to spoil one place of a kernel's text, on any instruction set."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.isa import Isa

_LINE = re.compile(r"(\s*(?:[\w.$]+:\s*)?)([\w.]+)(\s+(.*?))?\s*$")
_NUMBER = re.compile(r"(?<![\w.%(])\d+\b")
_REGISTER = re.compile(r"\b(gp|[afstvx])(\d+)\b")
REPEATS = (1, 4, 12, 40)


@dataclass(frozen=True)
class Edit:
    """Lines from number `first` (from 0) on, and what they would read."""

    first: int
    count: int
    lines: tuple[str, ...]


Way = Callable[[Isa, Sequence[str], int], Iterator[tuple[str, ...]]]


def instruction_lines(isa: Isa, lines: Sequence[str]) -> list[int]:
    """The numbers of the lines that are an instruction of the table."""
    return [number for number, line in enumerate(lines) if mnemonic(isa, line)]


def mnemonic(isa: Isa, line: str) -> str | None:
    """The instruction of a line, if it is one of the table."""
    found = _LINE.match(line)
    return found.group(2) if found and found.group(2) in isa.forms else None


def misspelt(isa: Isa, lines: Sequence[str], number: int) -> Iterator[tuple[str, ...]]:
    """The mnemonic without one of its letters."""
    name = mnemonic(isa, lines[number]) or ""
    for place in range(1, len(name)):
        yield (lines[number].replace(name, name[:place] + name[place + 1 :], 1),)


def other_operand(isa: Isa, lines: Sequence[str], number: int) -> Iterator[tuple[str, ...]]:
    """Another number, or another register of the kernel, in one place."""
    line = lines[number]
    for found in _NUMBER.finditer(line):
        value = int(found.group())
        for other in {value + 1, max(value - 1, 0), value * 2, value // 2, value + 64} - {value}:
            yield (f"{line[: found.start()]}{other}{line[found.end() :]}",)
    used = {match.group() for each in lines for match in _REGISTER.finditer(each)}
    for found in _REGISTER.finditer(line):
        for other_name in sorted(used - {found.group()}):
            if other_name.rstrip("0123456789") == found.group(1):
                yield (f"{line[: found.start()]}{other_name}{line[found.end() :]}",)


def repeated(isa: Isa, lines: Sequence[str], number: int) -> Iterator[tuple[str, ...]]:
    """The line again, once or many times."""
    for times in REPEATS:
        yield (lines[number],) * (1 + times)


def other_instruction(isa: Isa, lines: Sequence[str], number: int) -> Iterator[tuple[str, ...]]:
    """Another instruction that takes the same operands."""
    name = mnemonic(isa, lines[number]) or ""
    for other in _taking(isa)[_operands(isa.forms[name][0])]:
        if other != name:
            yield (lines[number].replace(name, other, 1),)


def swapped(isa: Isa, lines: Sequence[str], number: int) -> Iterator[tuple[str, ...]]:
    """The line and the next one in the other order, where both are instructions."""
    names = [mnemonic(isa, line) for line in lines[number : number + 2]]
    if len(names) == 2 and all(names) and names[0] != names[1]:
        yield (lines[number + 1], lines[number])


def edits(isa: Isa, lines: Sequence[str], way: Way, rng: random.Random) -> list[Edit]:
    """Every edit of one way, in a random order."""
    count = 2 if way is swapped else 1
    found = [
        Edit(number, count, text)
        for number in instruction_lines(isa, lines)
        for text in way(isa, lines, number)
    ]
    rng.shuffle(found)
    return found


@cache
def _taking(isa: Isa) -> dict[tuple[str, ...], list[str]]:
    """The mnemonics by the operands they take."""
    found: dict[tuple[str, ...], list[str]] = {}
    for each in isa.table:
        found.setdefault(_operands(each), []).append(each.mnemonic)
    return found


def _operands(instruction: Instruction) -> tuple[str, ...]:
    return tuple(operand.name for operand in instruction.template.operands)
