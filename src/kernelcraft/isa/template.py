"""An instruction's syntax text, such as `lw rd, imm(rs1)[, rmask]`, turned into what reads it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from kernelcraft.isa.errors import IsaError
from kernelcraft.isa.operand import Operand
from kernelcraft.isa.syntax import Syntax

_TOKEN = re.compile(r"[A-Za-z_]\w*|[0-9]+|\S")
_OPTIONAL = re.compile(r"\[,([^\[\],]*)")
_OPENING, _CLOSING = "([{", ")]}"


@dataclass(frozen=True)
class Item:
    """A piece of a part: an operand, or a text that must stand there as it is."""

    text: str
    operand: Operand | None

    def pattern(self, syntax: Syntax) -> str:
        """What this piece matches; an operand is a group."""
        if self.operand is None:
            return re.escape(self.text)
        return f"({self.operand.pattern(syntax)})"


@dataclass(frozen=True)
class Part:
    """What stands between two commas."""

    text: str
    items: tuple[Item, ...]

    @property
    def operands(self) -> tuple[Operand, ...]:
        """The operands in this part, in the order of the text."""
        return tuple(item.operand for item in self.items if item.operand is not None)

    def pattern(self, syntax: Syntax) -> str:
        """What this part matches."""
        return " *".join(item.pattern(syntax) for item in self.items)

    @cached_property
    def shape(self) -> re.Pattern[str]:
        """The part with anything at all in place of its operands, to find which one is wrong."""
        pieces = (re.escape(item.text) if item.operand is None else "(.*?)" for item in self.items)
        return re.compile(" *".join(pieces))


@dataclass(frozen=True)
class Template:
    """A mnemonic and its parts, of which the first `required` cannot be left out."""

    text: str
    mnemonic: str
    parts: tuple[Part, ...]
    required: int
    notation: Syntax

    @property
    def operands(self) -> tuple[Operand, ...]:
        """The operands in the order of the text."""
        return tuple(operand for part in self.parts for operand in part.operands)

    @cached_property
    def pieces(self) -> tuple[str | Operand, ...]:
        """The operand text in full, as literal texts and operands, to write an instruction."""
        pieces: list[str | Operand] = []
        for index, part in enumerate(self.parts):
            pieces.append(", " if index else " ")
            pieces.extend(item.operand or item.text.replace(",", ", ") for item in part.items)
        return tuple(pieces)

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """One expression for the whole operand text, stripped, its blanks all spaces."""
        texts = [part.pattern(self.notation) for part in self.parts]
        always = " *, *".join(texts[: self.required])
        optional = texts[self.required :]
        return re.compile(
            always + "".join(f"(?: *, *{text}" for text in optional) + ")?" * len(optional)
        )


def split_parts(text: str) -> list[str]:
    """`text` divided at the commas that are in no brackets; stripped; none for an empty text."""
    parts, depth, start = [], 0, 0
    for index, character in enumerate(text):
        depth += (character in _OPENING) - (character in _CLOSING)
        if character == "," and depth <= 0:
            parts.append(text[start:index].strip())
            start = index + 1
    return [*parts, text[start:].strip()] if text.strip() else []


def parse_template(text: str, operands: Mapping[str, Operand], notation: Syntax) -> Template:
    """Read a syntax text; `[, x]` may be left out, every other bracket stands for itself.

    Raises `IsaError` for unknown names and for something optional that is not at the end.
    """
    mnemonic, _, rest = text.strip().partition(" ")
    always, bracket, tail = rest.partition("[,")
    first = split_parts(always)
    later = _OPTIONAL.findall(bracket + tail)
    nested = "".join(f"[,{part}" for part in later) + "]" * len(later)
    in_turn = "".join(f"[,{part}]" for part in later)
    if bracket + tail not in (nested, in_turn) or (later and not first):
        raise IsaError(f"syntax {text!r}: expected one operand in each '[, x]', all at the end")
    parts = tuple(_part(part, operands, text, notation) for part in (*first, *later))
    for operand in _operands(parts[len(first) :]):
        if operand.default is None:
            raise IsaError(f"syntax {text!r}: {operand.name} is optional but has no default")
    return Template(text.strip(), mnemonic, parts, len(first), notation)


def _operands(parts: Iterable[Part]) -> list[Operand]:
    return [operand for part in parts for operand in part.operands]


def _part(part: str, operands: Mapping[str, Operand], text: str, notation: Syntax) -> Part:
    items = []
    for token in _TOKEN.findall(part):
        is_name = token.isidentifier() and token not in notation.words
        if is_name and token not in operands:
            raise IsaError(f"syntax {text!r}: {token!r} is not in the operand table")
        items.append(Item(token, operands[token] if is_name else None))
    if not items:
        raise IsaError(f"syntax {text!r}: nothing stands between two commas")
    return Part(part, tuple(items))
