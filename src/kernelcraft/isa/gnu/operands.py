"""The operand texts of one instruction: registers at once, expressions as they stand."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from kernelcraft.isa.gnu.expression import Expression, Locals, Number, parse
from kernelcraft.isa.gnu.faults import Says, Wrong
from kernelcraft.isa.gnu.source import split
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.operand import Immediate, Operand
from kernelcraft.isa.suggest import quote
from kernelcraft.isa.syntax import Syntax
from kernelcraft.isa.template import Part

_NO_OFFSET = re.compile(r"\A0\s*\(")  # 0(a0) may stand for (a0)


@dataclass(frozen=True)
class Read:
    """Values that are known, and expressions that wait for the symbols."""

    values: Mapping[str, int]
    pending: tuple[tuple[Immediate, Expression], ...]


def read(instruction: Instruction, text: str, local: Locals) -> Read:
    """Read the operands of an instruction; raises Wrong with everything that is wrong."""
    template, readers = instruction.template, _readers(instruction)
    texts = split(text)
    most = len(readers)
    if len(texts) > most > 0 and readers[-1].with_commas:
        texts = [*texts[: most - 1], ", ".join(texts[most - 1 :])]
    if not template.required <= len(texts) <= most:
        expected = f"expected {template.text.partition(' ')[2] or 'no operands'}"
        raise Wrong(f"{expected}, got {len(texts)} operand{'s' * (len(texts) != 1)}")
    values = {each.name: each.default or 0 for each in template.operands}
    pending: list[tuple[Immediate, Expression]] = []
    complaints: list[tuple[str, str | Says]] = []
    for reader, written in zip(readers, texts, strict=False):
        for operand, pattern, group in reader.groups(written):
            try:
                found = _value(operand, pattern, group, template.notation, local)
            except Wrong as wrong:
                complaints.append((operand.name, wrong.says))
                continue
            if isinstance(found, int):
                values[operand.name] = found
            elif isinstance(operand, Immediate):
                pending.append((operand, found))
    if complaints:
        raise Wrong(partial(_joined, complaints))
    return Read(values, tuple(pending))


def _joined(complaints: list[tuple[str, str | Says]]) -> str:
    sentences = ((name, says if isinstance(says, str) else says()) for name, says in complaints)
    return "; ".join(f"{name}: {sentence}" for name, sentence in sentences)


class _PartReader:
    """Takes the text between two commas apart."""

    def __init__(self, part: Part, syntax: Syntax) -> None:
        shape = (re.escape(item.text) if item.operand is None else "(.*)" for item in part.items)
        self.text = part.text
        self.match = re.compile(r"\s*".join(shape)).fullmatch
        self.operands = [(each, re.compile(each.pattern(syntax))) for each in part.operands]
        self.with_commas = len(part.operands) == 1 and part.operands[0].commas
        self.in_brackets = part.items[0].text == "("
        self.plain = len(part.items) == 1 and len(part.operands) == 1

    def groups(self, text: str) -> list[tuple[Operand, re.Pattern[str], str]]:
        """The text of each operand; raises Wrong if what should stand around them does not."""
        if self.plain:
            return [(*self.operands[0], text)]
        found = self.match(_NO_OFFSET.sub("(", text) if self.in_brackets else text)
        if found is None:
            raise Wrong(f"expected {self.text}, got {quote(text)}")
        pairs = zip(self.operands, found.groups(), strict=True)
        return [(operand, pattern, group.strip()) for (operand, pattern), group in pairs]


@lru_cache(maxsize=4096)
def _readers(instruction: Instruction) -> tuple[_PartReader, ...]:
    template = instruction.template
    return tuple(_PartReader(part, template.notation) for part in template.parts)


def _value(
    operand: Operand, pattern: re.Pattern[str], text: str, syntax: Syntax, local: Locals
) -> int | Expression:
    if not isinstance(operand, Immediate):
        value = operand.read(text) if pattern.fullmatch(text) else None
        if value is None:
            raise Wrong(partial(operand.complaint, text, syntax))
        return value
    if not text:  # lw a0, (a1)
        return 0
    expression = parse(text, local)
    if isinstance(expression, Number):
        return checked(operand, expression.value)
    return expression


def checked(operand: Immediate, value: int) -> int:
    """The value, or its negative form modulo 2^32; raises Wrong outside the operand's range."""
    negative = value - (1 << 32)
    if value not in operand.values and value >= 1 << 31 and negative in operand.values:
        return negative
    if value not in operand.values:
        raise Wrong(f"{value} is outside {operand.span}")
    return value
