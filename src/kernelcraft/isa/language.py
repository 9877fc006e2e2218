"""Other languages of an instruction set: the same instructions, written and encoded otherwise.

The derived table has the same opcodes in the same order, so that whatever runs a program of the
one runs a program of the other. What is written, error messages and manual pages included, follows
from the derived table alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal

from kernelcraft.isa.encoding import Encoding
from kernelcraft.isa.lines import code_of, halves, label_and_rest
from kernelcraft.isa.operand import Flag, Operand, Register, RegisterNames
from kernelcraft.isa.syntax import fixed_bits
from kernelcraft.isa.template import parse_template, split_parts

if TYPE_CHECKING:
    from kernelcraft.isa.instruction import Instruction
    from kernelcraft.isa.isa import Isa
    from kernelcraft.isa.prose import Prose
    from kernelcraft.isa.pseudo import Constant, Pseudo

Order = Literal["as it was", "first last", "reversed"]
AS_IT_WAS: Final[Order] = "as it was"
ORDERS: Final[tuple[Order, ...]] = (AS_IT_WAS, "first last", "reversed")
PSEUDO: Final = "pseudo-instructions"
"""Stands for a unit where orders are given."""

_TOKEN = re.compile(r"(?<![A-Za-z0-9_.$%@])[A-Za-z_.$%@][A-Za-z0-9_.$]*")
_WORDS = re.compile(r"[A-Za-z_.$][A-Za-z0-9_.$]*")
_MASK = re.compile(r"[A-Za-z_]+0\.[A-Za-z]+")


@dataclass(frozen=True)
class Wording:
    """What a language says otherwise.

    `mnemonics` and `registers` have the new name of each; `orders` say for units, and for pseudo-
    instructions, in which order operands stand; `values` have the fixed bits of instructions by
    their names in the base; `counts` have how many registers of a file there are, if fewer than in
    the base, and `dropped` the mnemonics that do not exist. What is in none of them stays.
    """

    mnemonics: Mapping[str, str] = field(default_factory=dict)
    registers: Mapping[str, str] = field(default_factory=dict)
    orders: Mapping[str, Order] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    dropped: frozenset[str] = frozenset()


class Language:
    """A way to write programs of `base`; `isa` is the derived table, called `name`."""

    def __init__(self, base: Isa, name: str, wording: Wording) -> None:
        self.base, self.wording = base, wording
        self._register = wording.registers
        self._back = {new: old for old, new in wording.registers.items()}
        self._names = {new: old for old, new in wording.mnemonics.items()}
        self.isa = self._derived(name)

    # The table.

    def _derived(self, name: str) -> Isa:
        base = self.base
        syntax = replace(base.syntax, words=tuple(map(self.registers, base.syntax.words)))
        isa = type(base)(
            name,
            word_bits=base.word_bits,
            operands=[self._operand(each) for each in base.operands.values()],
            units=base.units,
            syntax=syntax,
            bundle=base.bundle,
            lengths=base.lengths,
            pseudos={
                self.mnemonic(name): self._pseudo(name)
                for name in base.pseudos
                if name not in self.wording.dropped
            },
            language=self,
        )
        for each in base.table:
            take = isa.leave_out if each.mnemonic in self.wording.dropped else isa.add
            take(self._instruction(isa, each))
        return isa

    def _instruction(self, isa: Isa, old: Instruction) -> Instruction:
        kept = self.base.operands
        texts = [self.registers(p.text.strip(), kept=kept) for p in old.template.parts]
        required = old.template.required
        optional = "".join(f"[, {text}]" for text in texts[required:])
        written = ", ".join(self._arranged(self._order(old.mnemonic), texts[:required]))
        mnemonic = self.mnemonic(old.mnemonic)
        syntax = f"{mnemonic} {written}{optional}".rstrip()
        template = parse_template(syntax, isa.operands, isa.syntax)
        value = self.wording.values.get(old.name, old.encoding.value)
        encoding = replace(old.encoding, value=value)
        return replace(
            old,
            name=template.text if isa.syntax.forms else mnemonic,
            mnemonic=mnemonic,
            syntax=template.text,
            bits=old.bits if value == old.encoding.value else _with_fixed(old.bits, encoding),
            operands=tuple(isa.operands[each.name] for each in old.operands),
            template=template,
            encoding=encoding,
        )

    def _operand(self, old: Operand) -> Operand:
        if isinstance(old, Register):
            stem = self.registers(f"{old.file}{old.count - 1}").rstrip("0123456789")
            count = min(old.count, self.wording.counts.get(old.file, old.count))
            aliases = tuple((self.registers(n), index) for n, index in old.aliases if index < count)
            return _changed(old, file=stem, aliases=aliases, count=count)
        if isinstance(old, RegisterNames):
            names = tuple(map(self.registers, old.names))
            return _changed(old, names=names, noun=self.registers(old.noun))
        if isinstance(old, Flag):
            return _changed(old, word=self.registers(old.word))
        return old

    def _pseudo(self, name: str) -> Pseudo:
        expand, order = self.base.pseudos[name], self._order(name)

        def expanded(operands: Sequence[str], constant: Constant) -> Sequence[str] | None:
            meant = [self.registers(text, back=True) for text in operands]
            count = self._movable(name, meant)
            texts = [*self._restored(order, meant[:count]), *meant[count:]]
            found = expand(texts, constant)
            return None if found is None else [self._said(line, frozenset()) for line in found]

        return expanded

    # Names.

    def mnemonic(self, name: str) -> str:
        """What the language calls an instruction."""
        return self.wording.mnemonics.get(name, name)

    def registers(self, text: str, *, back: bool = False, kept: Iterable[str] = ()) -> str:
        """An operand text with its registers in the language, or `back` in the base."""
        names = self._back if back else self._register

        def renamed(found: re.Match[str]) -> str:
            token = found[0]
            return token if token in kept else names.get(token, token)

        return _TOKEN.sub(renamed, text)

    # Orders of operands.

    def _order(self, mnemonic: str) -> Order:
        """In which order the operands of a mnemonic of the base stand."""
        forms = self.base.forms.get(mnemonic)
        if forms is None:
            return self.wording.orders.get(PSEUDO, AS_IT_WAS)
        if mnemonic in self._immovable:
            return AS_IT_WAS
        return self.wording.orders.get(forms[0].unit, AS_IT_WAS)

    @cached_property
    def _immovable(self) -> frozenset[str]:
        return frozenset(name for name, forms in self.base.forms.items() if not _can_move(forms))

    def _movable(self, mnemonic: str, texts: Sequence[str]) -> int:
        """How many of the operand texts, from the first, stand in the language's order."""
        forms = self.base.forms.get(mnemonic)
        if forms is None:
            return len(texts) - sum(_MASK.fullmatch(text) is not None for text in texts[-1:])
        if len(forms) > 1:
            return len(texts)
        required = forms[0].template.required
        return required if required <= len(texts) <= len(forms[0].template.parts) else 0

    @staticmethod
    def _arranged(order: Order, texts: Sequence[str]) -> list[str]:
        if order == "reversed":
            return list(reversed(texts))
        return [*texts[1:], *texts[:1]] if order == "first last" else list(texts)

    @staticmethod
    def _restored(order: Order, texts: Sequence[str]) -> list[str]:
        if order == "reversed":
            return list(reversed(texts))
        return [*texts[-1:], *texts[:-1]] if order == "first last" else list(texts)

    # Texts.

    @cached_property
    def prose(self) -> Prose:
        """What says in the language what was said of the base."""
        from kernelcraft.isa.prose import Prose

        return Prose(self)

    def said(self, text: str) -> str:
        """A text of the base in the language: line for line, without comments."""
        return _translated(self.base, text, self._said)

    def meant(self, text: str) -> str:
        """The inverse of `said`; what is no instruction of the language stays as it is."""
        return _translated(self.isa, text, self._meant)

    @cached_property
    def missing(self) -> frozenset[str]:
        """Mnemonics and registers of the base that do not exist."""
        files = self.wording.counts.items()
        numbers = (
            (operand, file, index)
            for operand in self.base.operands.values()
            if isinstance(operand, Register)
            for file, count in files
            if operand.file == file
            for index in range(count, operand.count)
        )
        registers = {
            name
            for operand, file, index in numbers
            for name in (f"{file}{index}", *(n for n, at in operand.aliases if at == index))
        }
        return self.wording.dropped | registers

    def lacks(self, text: str) -> bool:
        """Whether a text of the base uses what does not exist."""
        if not self.missing:
            return False
        words = {
            word
            for line in _codes(self.base, text)
            for _, code in line
            for word in _WORDS.findall(code)
        }
        return not words.isdisjoint(self.missing)

    def instruction(self, mnemonic: str, texts: Sequence[str], kept: Iterable[str] = ()) -> str:
        """An instruction of the base with these operand texts; names that are `kept` stay."""
        order, count = self._order(mnemonic), self._movable(mnemonic, texts)
        ordered = [*self._arranged(order, texts[:count]), *texts[count:]]
        operands = ", ".join(self.registers(text, kept=kept) for text in ordered)
        return f"{self.mnemonic(mnemonic)} {operands}".rstrip()

    def _said(self, code: str, labels: frozenset[str]) -> str:
        mnemonic, rest = halves(code)
        if mnemonic not in self.base.forms and mnemonic not in self.base.pseudos:
            return code
        return self.instruction(mnemonic, split_parts(rest), labels)

    def _meant(self, code: str, labels: frozenset[str]) -> str:
        word, rest = halves(code)
        if word not in self.isa.forms and word not in self.isa.pseudos:
            return code
        mnemonic = self._names.get(word, word)
        texts = [self.registers(t, back=True, kept=labels) for t in split_parts(rest)]
        count, order = self._movable(mnemonic, texts), self._order(mnemonic)
        ordered = [*self._restored(order, texts[:count]), *texts[count:]]
        return f"{mnemonic} {', '.join(ordered)}".rstrip()


def _can_move(forms: Sequence[Instruction]) -> bool:
    """Whether a parser tells the operands of a mnemonic apart in any order."""
    templates = [each.template for each in forms]
    if any(operand.commas for each in templates for operand in each.operands):
        return False
    return len(templates) == 1 or all(len(each.parts) == each.required for each in templates)


def _changed(operand: Operand, **changes: Any) -> Operand:
    """The same object where nothing changes, so that what it has worked out is kept."""
    if all(getattr(operand, name) == value for name, value in changes.items()):
        return operand
    return replace(operand, **changes)


def _with_fixed(bits: str, encoding: Encoding) -> str:
    """A bits text with the digits of the encoding in its fixed places."""
    tokens, at, widths = [], encoding.width, iter([each.width for each in encoding.fields])
    for token in bits.split():
        digits = len(fixed_bits(token))
        at -= digits or next(widths)
        fixed = f"{encoding.value >> at & (1 << digits) - 1:0{digits}b}"
        tokens.append(fixed if digits else token)
    return " ".join(tokens)


def _translated(isa: Isa, text: str, change: Callable[[str, frozenset[str]], str]) -> str:
    """A text with each of its instructions changed, line for line and without comments."""
    lines = list(_codes(isa, text))
    labels = frozenset(label for line in lines for names, _ in line for label in names)
    changed: dict[str, str] = {}

    def instruction(code: str) -> str:
        if code not in changed:
            changed[code] = change(code, labels)
        return changed[code]

    mark = isa.syntax.separator

    def statement(names: tuple[str, ...], code: str) -> str:
        parts = [code] if mark is None else [part.strip(" ") for part in code.split(mark)]
        told = f" {mark} ".join(map(instruction, parts))
        return " ".join([*(f"{name}:" for name in names), *filter(None, [told])])

    return "\n".join("; ".join(statement(*each) for each in line) for line in lines)


_Line = list[tuple[tuple[str, ...], str]]
"""The statements of a line: labels, then an instruction, a directive or nothing."""


def _codes(isa: Isa, text: str) -> Iterator[_Line]:
    if isa.pseudos:
        from kernelcraft.isa.gnu.source import statements

        found: list[_Line] = [[] for _ in text.split("\n")]
        for each in statements(text):
            found[each.line - 1].append((each.labels, f"{each.name} {each.operands}".strip()))
        yield from found
        return
    for line in text.split("\n"):
        code, labels = code_of(line, isa.syntax), []
        label, code = label_and_rest(code) if isa.syntax.labels else (None, code)
        while label is not None:
            labels.append(label)
            label, code = label_and_rest(code)
        yield [(tuple(labels), code)]
