"""Texts to assemble: drawn from an instruction table's grammar, or right ones that were damaged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from kernelcraft.isa.isa import Isa
from kernelcraft.sim.random_programs import any_value, line

Words = Sequence[str]
Lines = list[str]

NUMBERS = (
    *("0", "-0", "1", "-1", "31", "32", "255", "256", "-2048", "2047", "2048", "4095", "4096"),
    *("262143", "262144", "2147483647", "2147483648", "-2147483648", "4294967295", "4294967296"),
    *("9" * 30, "0x", "0xg", "0x7fffffff", "0XFFFFFFFFFFFFFFFFFF", "1e9", "0.5", "1_000", "08"),
)
STRANGE = (
    *("", " ", "\t", ",", ",,", ":", ";", "#", "//", "/*", "*/", "(", ")", "[", "]", "\\", '"'),
    *("'", "''", "%", "%hi(", "%lo(x)", "@", "@0", "@99999999999", "$", "..", "é", "変", "\u2028"),
    *("\x00", "\x07", "\x1b[31m", "\ufeff", "\ud800", "\U0001f600", "a" * 999, "(" * 300, "-" * 99),
)


def drawn(random: Random, isa: Isa, others: Words) -> str:
    """A text of up to 12 lines: instructions with any operands, and some of the `others`."""
    return "\n".join(
        random.choice(others) if random.random() < 0.25 else _instruction(random, isa)
        for _ in range(random.randint(1, 12))
    )


def damaged(random: Random, text: str, words: Words) -> str:
    """A text with one to four things changed; at most 60 lines of it are kept, from anywhere."""
    lines = text.split("\n")
    first = random.randrange(max(1, len(lines) - 60))
    lines = lines[first : first + 60]
    for _ in range(random.randint(1, 4)):
        random.choice(CHANGES)(random, lines, words)
    return "\n".join(lines)


def words_of(isa: Isa, more: Words) -> Words:
    """What a damaged line may get instead of one of its words."""
    registers = [f"{file}{index}" for file in _files(isa) for index in (0, 1, 15, 16, 31, 32, 99)]
    return (*isa.instructions, *registers, *NUMBERS, *STRANGE, *more)


def _files(isa: Isa) -> set[str]:
    found = (getattr(operand, "file", "") for operand in isa.operands.values())
    return {file for file in found if file}


def _instruction(random: Random, isa: Isa) -> str:
    instruction = random.choice(isa.table)
    values = {each.name: any_value(random, each) for each in instruction.operands}
    return line(instruction, values)


def _drop(random: Random, lines: Lines, words: Words) -> None:
    if lines:
        lines.pop(random.randrange(len(lines)))


def _repeat(random: Random, lines: Lines, words: Words) -> None:
    if lines:
        at = random.randrange(len(lines))
        lines[at:at] = [lines[at]] * random.choice((1, 1, 2, 50))


def _swap(random: Random, lines: Lines, words: Words) -> None:
    if lines:
        one, other = random.randrange(len(lines)), random.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]


def _insert(random: Random, lines: Lines, words: Words) -> None:
    chosen = random.choices(words, k=random.randint(1, 5))
    lines.insert(random.randint(0, len(lines)), random.choice((" ", ", ")).join(chosen))


def _in_a_line(change: Callable[[Random, str, Words], str]) -> Callable[..., None]:
    def apply(random: Random, lines: Lines, words: Words) -> None:
        if lines:
            at = random.randrange(len(lines))
            lines[at] = change(random, lines[at], words)

    return apply


def _word(random: Random, text: str, words: Words) -> str:
    parts = text.split(" ")
    parts[random.randrange(len(parts))] = random.choice(words)
    return " ".join(parts)


def _character(random: Random, text: str, words: Words) -> str:
    at = random.randint(0, len(text))
    new = random.choice(("", chr(random.randrange(32, 127)), random.choice(STRANGE)))
    return text[:at] + new + text[at + 1 :]


def _cut(random: Random, text: str, words: Words) -> str:
    return text[: random.randint(0, len(text))]


def _case(random: Random, text: str, words: Words) -> str:
    return text.swapcase()


def _stretched(random: Random, text: str, words: Words) -> str:
    return text + random.choice(words) * random.choice((1, 10, 500))


CHANGES: tuple[Callable[..., None], ...] = (
    _drop,
    _repeat,
    _swap,
    _insert,
    *map(_in_a_line, (_word, _word, _word, _character, _character, _cut, _case, _stretched)),
)
