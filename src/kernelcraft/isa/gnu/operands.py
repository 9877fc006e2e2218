"""The operand texts of one instruction: registers at once, expressions as they stand."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from kernelcraft.isa.gnu.expression import Expression, Locals, Modified, Number, parse
from kernelcraft.isa.gnu.faults import Wrong
from kernelcraft.isa.gnu.source import split
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.operand import Immediate, Operand
from kernelcraft.isa.suggest import quote
from kernelcraft.isa.syntax import Syntax
from kernelcraft.isa.template import Part


@dataclass(frozen=True)
class Read:
    """Values that are known, and expressions that wait for the symbols."""

    values: Mapping[str, int]
    pending: tuple[tuple[Immediate, Expression], ...]


def read(instruction: Instruction, text: str, syntax: Syntax, local: Locals) -> Read:
    """Read the operands of an instruction; raises Wrong with everything that is wrong."""
    template = instruction.template
    texts = split(text)
    most = len(template.parts)
    if most and len(texts) > most and _with_commas(template.parts[-1]):
        texts = [*texts[: most - 1], ", ".join(texts[most - 1 :])]
    if not template.required <= len(texts) <= most:
        expected = f"expected {template.text.partition(' ')[2] or 'no operands'}"
        raise Wrong(f"{expected}, got {len(texts)} operand{'s' * (len(texts) != 1)}")
    values = {each.name: each.default or 0 for each in template.operands}
    pending: list[tuple[Immediate, Expression]] = []
    complaints: list[str] = []
    for part, written in zip(template.parts, texts, strict=False):
        groups = _groups(part, written)
        for operand, group in zip(part.operands, groups, strict=True):
            try:
                found = _operand(operand, group, syntax, local)
            except Wrong as wrong:
                complaints.append(f"{operand.name}: {wrong}")
                continue
            if isinstance(found, int):
                values[operand.name] = found
            elif isinstance(operand, Immediate):
                pending.append((operand, found))
    if complaints:
        raise Wrong("; ".join(complaints))
    return Read(values, tuple(pending))


def _with_commas(part: Part) -> bool:
    return len(part.operands) == 1 and part.operands[0].commas


@cache
def _shape(part: Part) -> re.Pattern[str]:
    """The part with anything in place of its operands; the first takes as much as it can."""
    pieces = (re.escape(item.text) if item.operand is None else "(.*)" for item in part.items)
    return re.compile(r"\s*".join(pieces))


def _groups(part: Part, text: str) -> tuple[str, ...]:
    found = _shape(part).fullmatch(text)
    if found is None and len(part.operands) == 1 and part.items[0].text == "(":
        found = _shape(part).fullmatch(re.sub(r"\A0\s*\(", "(", text))  # 0(a0) for (a0)
    if found is None:
        raise Wrong(f"expected {part.text}, got {quote(text)}")
    return tuple(group.strip() for group in found.groups())


def _operand(operand: Operand, text: str, syntax: Syntax, local: Locals) -> int | Expression:
    if not isinstance(operand, Immediate):
        if re.fullmatch(operand.pattern(syntax), text):
            value = operand.read(text)
            if value is not None:
                return value
        raise Wrong(operand.complaint(text, syntax))
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


def modifier_of(expression: Expression) -> str | None:
    """The relocation operator that an operand begins with."""
    return expression.operator if isinstance(expression, Modified) else None
