"""What is wrong with a line, in words: only lines that the fast path refused come here."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.lines import LONGEST, code_of, halves, label_and_rest
from kernelcraft.isa.operand import LABEL, Immediate, Operand
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
    forms = isa.forms.get(mnemonic)
    if forms is None:
        return [_unknown(isa, mnemonic)]
    if len(forms) == 1:
        return [f"{mnemonic}: {text}" for text in _operands(forms[0], rest, isa.syntax)]
    found = [(_operands(each, rest, isa.syntax), each) for each in forms]
    if not all(complaints for complaints, _ in found):
        return []
    complaints, nearest_form = min(found, key=lambda pair: _distance(pair[1], rest, isa.syntax))
    named = f"(the nearest of {len(forms)} forms is {nearest_form.syntax})"
    shown = (text if nearest_form.syntax in text else f"{text} {named}" for text in complaints)
    return [f"{mnemonic}: {text}" for text in shown]


def _distance(instruction: Instruction, rest: str, syntax: Syntax) -> int:
    """How much of an operand text does not fit a form: count, shapes, kinds, then values."""
    parts, texts = instruction.template.parts, split_parts(rest)
    distance = 1000 * abs(len(parts) - len(texts))
    for part, text in zip(parts, texts, strict=False):
        found = part.shape.fullmatch(text)
        groups = () if found is None else found.groups()
        distance += 20 * (found is None)
        for operand, group in zip(part.operands, groups, strict=False):
            fits = re.fullmatch(operand.pattern(syntax), group) is not None
            wrong = not _right(operand, group, syntax)
            distance += 30 * wrong * (_kind(operand) != _looks(group)) + wrong + (not fits)
    return distance


def _kind(operand: Operand) -> bool:
    return isinstance(operand, Immediate)


def _looks(text: str) -> bool:
    return text[:1].isdigit() or text[:1] in "+-"


def _unknown(isa: Isa, mnemonic: str) -> str:
    got = f"expected an instruction, got {quote(mnemonic)}"
    if re.fullmatch(f"{LABEL}:.*", mnemonic):
        return f"{got}; {isa.name} has no labels"
    if mnemonic.startswith("."):
        return f"{got}; {isa.name} has no directives"
    if mnemonic.startswith("#"):
        marks = " or ".join(quote(mark) for mark in isa.syntax.comments)
        return f"{got}; a comment begins with {marks}"
    return f"unknown instruction {quote(mnemonic)}{did_you_mean(mnemonic, isa.forms)}"


def _operands(instruction: Instruction, rest: str, syntax: Syntax) -> list[str]:
    template = instruction.template
    texts = split_parts(rest)
    most = len(template.parts)
    if texts and not texts[-1] and template.required < len(texts) <= most + 1:
        return [f"expected an operand after the last comma ({template.text}), got nothing"]
    if not template.required <= len(texts) <= most:
        return [_wrong_count(instruction, texts, rest)]
    pairs = list(zip(template.parts, texts, strict=False))
    faults = [fault for part, text in pairs for fault in _part(instruction, part, text, syntax)]
    return faults or list(_different(instruction, pairs))


def _different(instruction: Instruction, pairs: Iterable[tuple[Part, str]]) -> Iterator[str]:
    """Operands that must be the same register as others, but are not."""
    written: dict[str, str] = {}
    for part, text in pairs:
        found = part.shape.fullmatch(text)
        groups = found.groups() if found else ()
        written |= {each.name: text for each, text in zip(part.operands, groups, strict=False)}
    for name, other in instruction.tied.items():
        if written[name] != written[other]:
            got = f"{quote(written[name])} and {quote(written[other])}"
            yield f"{name} and {other} must be the same register, got {got}"


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
    bundle = isa.bundle
    if bundle is None:
        return []
    slots = [_slot(isa, code) for code in codes]
    faults = []
    for index, slot in enumerate(slots):
        other = next((o for o in range(index) if bundle.clash(slot, slots[o])), None)
        if other is not None:
            one, two = halves(codes[other])[0], halves(codes[index])[0]
            needs = (
                f"both need the slot {slot!r}"
                if slot == slots[other]
                else f"need the slots {slots[other]!r} and {slot!r}, which overlap"
            )
            faults.append(f"{one} and {two} {needs}; a bundle holds one instruction in each slot")
    if not faults and bundle.size(frozenset(slots)) is None:
        return [f"no bundle has the slots {', '.join(sorted(set(slots)))} together"]
    return faults


def _slot(isa: Isa, code: str) -> str:
    mnemonic, rest = halves(code)
    forms = isa.forms[mnemonic]
    right = (each for each in forms if not _operands(each, rest, isa.syntax))
    return next(right, forms[0]).unit
