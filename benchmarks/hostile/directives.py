"""A grammar of GNU directives: any of them, with sizes, symbols and expressions beyond measure."""

from __future__ import annotations

from random import Random

from benchmarks.hostile.texts import NUMBERS, STRANGE
from kernelcraft.isa.gnu import directives

NAMES: tuple[str, ...] = (*"abcdefgh", "x", "_start", "kernel", "main", "1f", "1b", ".")
OPERATORS = ("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&&", "||", "==", "<", ">=")
SECTIONS = (".text", ".data", ".bss", ".rodata", ".data.x", ".extdata", ".debug", '".data.é"', '""')
FLAGS = ('"aw"', '"ax"', '"\\377"', '"awx"', '"q"', '""', "aw")
LARGE = ("1 << 40", "1 << 62", "-1", "-(1 << 63)", "3000000000", "67108864", "9" * 30, "0 - 1")
DEFINING = (".equ", ".set", ".equiv")


def text(random: Random, instructions: tuple[str, ...]) -> str:
    """Statements, and instructions of the platform between them."""
    lines = [_statement(random, instructions) for _ in range(random.choice((1, 1, 2, 3, 5, 20)))]
    if random.random() < 0.1:
        lines = [*_chain(random), *lines]
    if random.random() < 0.3:
        lines.insert(random.randint(0, len(lines)), random.choice(STRANGE))
    end = random.choice(("\n", "\n", "\n", "\r\n", "\r", "\u2028"))
    return "\ufeff" * (random.random() < 0.1) + end.join(lines) + "\n"


def _statement(random: Random, instructions: tuple[str, ...]) -> str:
    label = f"{random.choice((*NAMES, '1', '2'))}: " if random.random() < 0.15 else ""
    if random.random() < 0.15:
        return label + random.choice(instructions)
    name = random.choice((*directives.known(), *directives.known(), *directives.REFUSED, ".wrod"))
    return f"{label}{name} {_operands(random, name)}"


def _operands(random: Random, name: str) -> str:
    if name in DEFINING and random.random() < 0.9:
        return f"{random.choice(NAMES)}, {expression(random, 0)}"
    if "section" in name and random.random() < 0.9:
        parts = [random.choice(SECTIONS), random.choice(FLAGS), random.choice(("@nobits", "1"))]
        return ", ".join(parts[: random.randint(1, 3)])
    parts = [expression(random, 0) for _ in range(random.randint(0, 4))]
    if "comm" in name:
        parts = [random.choice(NAMES), *parts]
    if random.random() < 0.1:
        parts.append(random.choice(('"text\\n"', '"\\377é"', '"open', "'a'", "1e999", "nan")))
    return random.choice((", ", ", ", ",", " ")).join(parts)


def expression(random: Random, depth: int) -> str:
    """Any expression; some are far too long or too deep."""
    kind = random.random()
    if kind < 0.02 and depth == 0:
        return "(" * 200 + "1" + ")" * 200
    if kind < 0.03 and depth == 0:
        return random.choice(OPERATORS[:3]).join(["a"] * random.choice((100, 1_000, 20_000)))
    if kind < 0.2 and depth < 4:
        one, other = expression(random, depth + 1), expression(random, depth + 1)
        return f"({one} {random.choice(OPERATORS)} {other})"
    if kind < 0.3:
        return f"{random.choice('-~!+')}{random.choice(NAMES)}"
    words: tuple[str, ...] = (*NAMES, *NUMBERS, *LARGE, "0", "1", "4", "8", "%hi(a)", "%lo(1f)")
    return random.choice(words)


def _chain(random: Random) -> list[str]:
    operator, count = random.choice(("+", "*", "<<")), random.choice((10, 60, 300))
    steps = [f".equ s{i + 1}, s{i} {operator} s{i}" for i in range(count)]
    random.choice((steps.reverse, steps.sort, steps.copy))()
    return [*steps, f".equ s0, {random.choice(NUMBERS)}", f".word s{count}"]
