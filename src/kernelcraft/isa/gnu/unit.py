"""A text while it is being assembled: sections, symbols, and what waits for the symbols."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from kernelcraft.isa.gnu.expression import (
    HERE,
    Expression,
    Lookup,
    Value,
    evaluate,
    names,
    parse,
    placed,
)
from kernelcraft.isa.gnu.faults import Wrong
from kernelcraft.isa.gnu.sections import Section, section_named
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.operand import Immediate
from kernelcraft.isa.suggest import did_you_mean, quote

LARGEST = 1 << 26  # bytes of all sections: more than any memory that a program could have
MOST_STEPS = 300_000
"""Symbols that may be worked out from other symbols: a text of the longest length, once each."""


class Unknown(Wrong):
    """A symbol without a value, so far."""


@dataclass(frozen=True, slots=True)
class Code:
    """An instruction at a place, some of whose operands are expressions; `name` is the text's."""

    section: Section
    offset: int
    line: int
    name: str
    instruction: Instruction
    values: Mapping[str, int]
    pending: tuple[tuple[Immediate, Expression], ...]


@dataclass(frozen=True, slots=True)
class Datum:
    """`size` bytes at a place that hold the value of an expression."""

    section: Section
    offset: int
    line: int
    name: str
    size: int
    expression: Expression


@dataclass
class Unit:
    """What the directives and instructions of a text have made so far."""

    sections: dict[str, Section] = field(default_factory=dict)
    symbols: dict[str, Value | Expression] = field(default_factory=dict)
    defined: dict[str, int] = field(default_factory=dict)  # label -> line
    counts: dict[str, int] = field(default_factory=dict)  # local label -> how often so far
    waiting: list[Code | Datum] = field(default_factory=list)
    lines: dict[tuple[str, int], int] = field(default_factory=dict)
    stack: list[Section] = field(default_factory=list)
    line: int = 0
    name: str = ""  # of the instruction or directive, as it is written
    nops: tuple[bytes, ...] = (b"\0",)  # the longest first
    short: bool | None = None  # whether instructions are written short; None: they cannot be
    options: list[bool | None] = field(default_factory=list)
    size: int = 0  # bytes of all sections so far
    steps: int = 0
    worked_out: dict[str, Value] = field(default_factory=dict)  # from expressions

    def __post_init__(self) -> None:
        self.section = self.previous = self.enter(".text")

    # Sections.

    def enter(self, name: str, flags: str | None = None, *, empty: bool | None = None) -> Section:
        """Go on in a section, which is made when it is first named."""
        if name not in self.sections:
            self.sections[name] = section_named(name, flags, empty=empty)
        self.previous = getattr(self, "section", self.sections[name])
        self.section = self.sections[name]
        return self.section

    def add(self, data: bytes) -> None:
        """Append bytes; raises Wrong in a section that holds none."""
        if self.section.empty and any(data):
            raise Wrong(f"{self.section} holds only zeros")
        self.reserve(len(data))
        self.size += len(data)
        self.section.data += data

    def reserve(self, size: int) -> None:
        """Refuse, before anything is made, sections that become too large for any memory."""
        if size < 0:
            raise Wrong(f"expected a number of bytes, got {size:,}")
        if size > LARGEST - self.size:
            raise Wrong(f"{size:,} bytes are too many for {self.section}")

    def align(self, alignment: int, fill: int | None) -> None:
        """Append bytes up to a multiple of `alignment`: no-operations in code."""
        section = self.section
        section.alignment = max(section.alignment, alignment)
        gap = -len(section.data) % alignment
        if section.executable and fill is None:
            filling = b""
            for nop in self.nops:
                count = (gap - len(filling)) // len(nop)
                filling = nop * count + filling
            self.add(bytes(gap - len(filling)) + filling)
        else:
            self.add(bytes([(fill or 0) & 255]) * gap)

    # Symbols.

    @property
    def here(self) -> Value:
        """The place of the next byte."""
        return Value(self.section.name, len(self.section.data))

    def label(self, name: str) -> None:
        """Define a label here; a number can be defined again and again."""
        if name.isdigit():
            count = self.counts[name] = self.counts.get(name, 0) + 1
            self.symbols[f"{name}:{count}"] = self.here
            return
        if name in self.defined:
            raise Wrong(f"the label {quote(name)} is already on line {self.defined[name]}")
        if name in self.symbols:
            raise Wrong(f"the symbol {quote(name)} is already a constant")
        self.defined[name] = self.line
        self.symbols[name] = self.here

    def local(self, text: str) -> str:
        """The symbol that `1b` or `1f` means at this point of the text."""
        count = self.counts.get(text[:-1], 0)
        if text[-1] == "b" and count == 0:
            raise Wrong(f"there is no label {text[:-1]} before this line")
        return f"{text[:-1]}:{count + (text[-1] == 'f')}"

    def constant(self, text: str) -> int:
        """The value of an expression that must be known already; raises Wrong."""
        value = evaluate(parse(text, self.local), self.lookup(self.here))
        if value.section is not None:
            raise Wrong(f"expected a constant, got the address {quote(text)}")
        return value.offset

    def define(self, name: str, text: str) -> None:
        """Let a symbol stand for an expression: for its value if that is known already."""
        if name in self.symbols:
            self.worked_out.clear()
        expression = placed(parse(text, self.local), self.here)
        try:
            self.symbols[name] = evaluate(expression, self._known)
        except Unknown:
            self.symbols[name] = expression

    def lookup(self, here: Value) -> Lookup:
        """Finds the symbols of expressions that stand `here`."""
        return lambda name: here if name == HERE else self._found(name)

    def _known(self, name: str) -> Value:
        found = self.worked_out.get(name) or self.symbols.get(name)
        if not isinstance(found, Value):
            raise Unknown(partial(self._unknown, name))
        return found

    def _found(self, name: str) -> Value:
        """The value of a symbol, and of those it is made of, each worked out once."""
        waiting, open_ = [name], set[str]()
        while waiting:
            top = waiting[-1]
            found = self.worked_out.get(top) or self.symbols.get(top)
            if found is None:
                raise Unknown(partial(self._unknown, top))
            if isinstance(found, Value):
                waiting.pop()
                continue
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise Wrong(f"more than {MOST_STEPS:,} symbols are defined by other symbols")
            needed = [each for each in dict.fromkeys(names(found)) if not self._is_known(each)]
            if needed:
                open_.add(top)
                if again := open_.intersection(needed):
                    raise Wrong(f"the symbol {quote(min(again))} is defined by itself")
                waiting += needed
            else:
                self.worked_out[top] = evaluate(found, self._known)
                open_.discard(top)
                waiting.pop()
        return self._known(name)

    def _is_known(self, name: str) -> bool:
        return name in self.worked_out or isinstance(self.symbols.get(name), Value)

    def _unknown(self, name: str) -> str:
        number, colon, _ = name.partition(":")
        if colon:
            return f"there is no label {number} after this line"
        known = [each for each in self.symbols if ":" not in each]
        hint = did_you_mean(name, known[:1000]) if known else "; the text defines no symbol"
        return f"unknown symbol {quote(name)}{hint}"
