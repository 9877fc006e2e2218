"""What is wrong with a line, in words: only lines that the fast path refused come here."""

import re
from collections.abc import Iterable
from itertools import islice

from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.lines import LONGEST, code_of, halves, label_and_rest
from kernelcraft.isa.operand import LABEL, Operand
from kernelcraft.isa.suggest import did_you_mean, quote
from kernelcraft.isa.syntax import Syntax
from kernelcraft.isa.template import Part, split_parts

LABELS_COMPARED = 1_000  # so that a text of 100,000 labels is still answered at once


def explain(isa: Isa, line: str) -> list[str]:
    """Every fault of a wrong line, at least one, without its number."""
    code = code_of(line, isa.syntax)
    if len(code) > LONGEST:
        return [f"expected at most {LONGEST:,} characters, got {len(code):,}: {quote(code)}"]
    label: str | None = ""
    while isa.syntax.labels and label is not None:
        label, code = label_and_rest(code)
    parts = [part.strip(" ") for part in code.split(isa.syntax.separator)] if isa.bundle else [code]
    complaints = [complaint for part in parts for complaint in _instruction(isa, part)]
    return complaints or _same_slot(isa, parts) or [f"cannot be read: {quote(code)}"]


def unknown_label(name: str, labels: Iterable[str]) -> str:
    """What to say of a label that the text does not define."""
    known = list(islice(labels, LABELS_COMPARED))
    hint = did_you_mean(name, known) if known else "; the text defines no label"
    return f"unknown label {quote(name)}{hint}"


def _instruction(isa: Isa, code: str) -> list[str]:
    if not code:
        return [f"expected an instruction before and after each {isa.syntax.separator!r}"]
    mnemonic, rest = halves(code)
    instruction = isa.instructions.get(mnemonic)
    if instruction is None:
        return [_unknown(isa, mnemonic)]
    return [f"{mnemonic}: {text}" for text in _operands(instruction, rest, isa.syntax)]


def _unknown(isa: Isa, mnemonic: str) -> str:
    got = f"expected an instruction, got {quote(mnemonic)}"
    if re.fullmatch(f"{LABEL}:.*", mnemonic):
        return f"{got}; {isa.name} has no labels"
    if mnemonic.startswith("."):
        return f"{got}; {isa.name} has no directives"
    if mnemonic.startswith("#"):
        marks = " or ".join(quote(mark) for mark in isa.syntax.comments)
        return f"{got}; a comment begins with {marks}"
    return f"unknown instruction {quote(mnemonic)}{did_you_mean(mnemonic, isa.instructions)}"


def _operands(instruction: Instruction, rest: str, syntax: Syntax) -> list[str]:
    template = instruction.template
    texts = split_parts(rest)
    most = len(template.parts)
    if texts and not texts[-1] and template.required < len(texts) <= most + 1:
        return [f"expected an operand after the last comma ({template.text}), got nothing"]
    if not template.required <= len(texts) <= most:
        return [_wrong_count(instruction, texts, rest)]
    pairs = zip(template.parts, texts, strict=False)
    return [fault for part, text in pairs for fault in _part(instruction, part, text, syntax)]


def _wrong_count(instruction: Instruction, texts: list[str], rest: str) -> str:
    template = instruction.template
    low, high = template.required, len(template.parts)
    words = rest.replace(",", " ").split()
    if len(texts) < low <= len(words) <= high:
        return f"expected a comma between operands ({template.text}), got {quote(rest)}"
    count = {low: str(low), low + 1: f"{low} or {high}"}.get(high, f"{low} to {high}")
    noun = "operand" if high == 1 else "operands"
    got = len(texts) - (texts[-1:] == [""])
    return f"expected {count if high else 'no'} {noun} ({template.text}), got {got}"


def _part(instruction: Instruction, part: Part, text: str, syntax: Syntax) -> list[str]:
    found = part.shape.fullmatch(text)
    if found is None:
        form = f"the form {part.text}" if part.operands else f"a {part.text} in this place"
        return [f"expected {form} ({instruction.syntax}), got {quote(text)}"]
    return [
        f"{operand.name}: {operand.complaint(group, syntax)}"
        for operand, group in zip(part.operands, found.groups(), strict=True)
        if not _right(operand, group, syntax)
    ]


def _right(operand: Operand, text: str, syntax: Syntax) -> bool:
    matches = re.fullmatch(operand.pattern(syntax), text) is not None
    return matches and operand.read(text) is not None


def _same_slot(isa: Isa, codes: list[str]) -> list[str]:
    first: dict[str, str] = {}
    faults = []
    for code in codes:
        mnemonic = halves(code)[0]
        slot = isa.instructions[mnemonic].unit
        other = first.setdefault(slot, code)
        if isa.bundle is not None and other is not code:
            faults.append(
                f"{halves(other)[0]} and {mnemonic} both need the slot {slot!r}; "
                "a bundle holds one instruction in each slot"
            )
    return faults
