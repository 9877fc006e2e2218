"""What the table tells a reader: a page per instruction, a search over pages, an export as JSON."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from kernelcraft.isa.instruction import Cycles, Instruction
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.operand import Operand, Register
from kernelcraft.isa.suggest import nearest

Json: TypeAlias = "None | bool | int | str | list[Json] | dict[str, Json]"

EXPORT_SCHEMA = 1
LONGEST_PATTERN = 200
MOST_REPEATS = 4


@dataclass(frozen=True)
class Page:
    """A title and lines that each say something on their own; the first is the summary."""

    title: str
    text: str

    @property
    def summary(self) -> str:
        """The first line that is not empty."""
        return next((line for line in self.text.splitlines() if line.strip()), "")


@dataclass(frozen=True)
class Match:
    """A line found by a search; `line` is the title itself when only that matched."""

    title: str
    line: str
    summary: str

    def __str__(self) -> str:
        return f"{self.title}: {self.line}"


@dataclass(frozen=True)
class Manual:
    """Pages in reading order."""

    pages: tuple[Page, ...]

    def page(self, title: str) -> Page | None:
        """The page of exactly this title."""
        return next((page for page in self.pages if page.title == title), None)

    def text(self) -> str:
        """All pages below their titles."""
        return "\n\n".join(f"### {page.title}\n{page.text}" for page in self.pages)

    def search(self, pattern: str) -> list[Match]:
        """Every line that contains `pattern`, a regular expression without regard to case.

        What is no valid expression, or one that could take for ever, is looked for as it stands.
        """
        expression = _compiled(pattern.strip())
        if not expression.pattern:
            return []
        return [match for page in self.pages for match in _matches(page, expression)]

    def nearest(self, pattern: str) -> list[str]:
        """The titles most like `pattern`, for a search that found nothing."""
        return nearest(pattern.strip(), [page.title for page in self.pages])


@lru_cache(maxsize=8)
def instruction_manual(isa: Isa) -> Manual:
    """One page for each instruction, in the order of the table."""
    return Manual(tuple(instruction_page(isa, each) for each in isa.instructions.values()))


def instruction_page(isa: Isa, instruction: Instruction) -> Page:
    """What the table says of one instruction, one fact a line."""
    width = instruction.encoding.width
    bits = f"Encoding: {instruction.bits} ({width} bits, most significant first)"
    lines = [
        *_paragraphs(instruction.doc),
        f"Syntax: {instruction.syntax}",
        *([bits] if instruction.encoding.known else []),
        *(_operand_line(operand) for operand in instruction.template.operands),
        f"Unit: {instruction.unit} ({isa.units[instruction.unit]})",
        f"Latency: {cycles_text(instruction.latency)}",
    ]
    if instruction.interval is not None:
        lines.append(f"Interval: {cycles_text(instruction.interval)}")
    lines.extend(f"Timing of {fact}" for fact in instruction.timing.text())
    lines.extend(f"Erratum: {each.name}: {each.text}" for each in instruction.errata)
    return Page(instruction.name, "\n".join(lines))


def cycles_text(cycles: Cycles) -> str:
    """A number of cycles, or what a function of them says of itself (`text`, else docstring)."""
    if isinstance(cycles, int):
        return f"{cycles} cycle" if cycles == 1 else f"{cycles} cycles"
    text: object = getattr(cycles, "text", None) or cycles.__doc__ or "depends on its operands"
    return " ".join(str(text).split())


def _operand_line(operand: Operand) -> str:
    usual = "" if operand.default is None else operand.write(operand.default)
    default = f", {usual} if left out" if usual else ""
    bits = "1 bit" if operand.width == 1 else f"{operand.width} bits"
    return f"Operand {operand.name}: {operand.expected} ({bits}{default}): {operand.doc}"


def _paragraphs(doc: str) -> list[str]:
    """Each paragraph of a docstring as one line; indented lines and list items stay alone."""
    lines: list[str] = []
    joinable = False
    for line in doc.splitlines():
        begins = line.startswith((" ", "- ", "* ", "|"))
        if joinable and line.strip() and not begins:
            lines[-1] += f" {line.strip()}"
        elif line.strip():
            lines.append(line.rstrip())
        joinable = bool(line.strip()) and not line.startswith((" ", "|"))
    return lines


def _compiled(pattern: str) -> re.Pattern[str]:
    """`re` can take exponential time; patterns that could are read as plain text instead."""
    bare = re.sub(r"\\.", "", pattern)
    repeats = len(re.findall(r"[*+{]", bare))
    literal = (
        len(pattern) > LONGEST_PATTERN or repeats > MOST_REPEATS or re.search(r"\)[*+{]", bare)
    )
    try:
        return re.compile(re.escape(pattern) if literal else pattern, re.IGNORECASE)
    except re.error:
        return re.compile(re.escape(pattern), re.IGNORECASE)


def _matches(page: Page, expression: re.Pattern[str]) -> Iterable[Match]:
    lines = [line for line in page.text.splitlines() if expression.search(line)]
    if not lines and expression.search(page.title):
        lines = [page.summary]
    return [Match(page.title, line, page.summary) for line in lines]


def export(isa: Isa) -> dict[str, Json]:
    """Everything the table says except what the instructions compute."""
    slots = isa.bundle.slots if isa.bundle else ()
    return {
        "schema": EXPORT_SCHEMA,
        "name": isa.name,
        "word_bits": isa.word_bits,
        "comments": list(isa.syntax.comments),
        "labels": isa.syntax.labels,
        "hexadecimal": isa.syntax.hexadecimal,
        "separator": isa.syntax.separator,
        "slots": [{"name": slot.name, "bits": slot.bits} for slot in slots],
        "units": dict(isa.units),
        "operands": [_exported_operand(each) for each in isa.operands.values()],
        "instructions": [_exported_instruction(each) for each in isa.instructions.values()],
    }


def _exported_operand(operand: Operand) -> dict[str, Json]:
    return {
        "name": operand.name,
        "kind": type(operand).__name__.lower(),
        "file": operand.file if isinstance(operand, Register) else None,
        "bits": operand.width,
        "low": operand.values[0],
        "high": operand.values[-1],
        "default": operand.default,
        "doc": operand.doc,
    }


def _exported_instruction(instruction: Instruction) -> dict[str, Json]:
    interval = instruction.interval
    return {
        "name": instruction.name,
        "mnemonic": instruction.mnemonic,
        "syntax": instruction.syntax,
        "bits": instruction.bits,
        "mask": hex(instruction.encoding.mask),
        "match": hex(instruction.encoding.value),
        "operands": [operand.name for operand in instruction.operands],
        "unit": instruction.unit,
        "latency": cycles_text(instruction.latency),
        "interval": None if interval is None else cycles_text(interval),
        "errata": [{"name": each.name, "text": each.text} for each in instruction.errata],
        "doc": instruction.doc,
    }
