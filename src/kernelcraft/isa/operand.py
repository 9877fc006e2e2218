"""The kinds of operands: what each may hold, how it is written, and what to say when it is not."""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from kernelcraft.isa.errors import IsaError
from kernelcraft.isa.suggest import did_you_mean, quote
from kernelcraft.isa.syntax import Syntax

Numbers = npt.NDArray[np.int64]
LABEL = r"[A-Za-z_.$][A-Za-z0-9_.$]*"
_NUMBER = re.compile(r"[+-]?([0-9]+|0[xX][0-9a-fA-F]+)")
_FRACTION = re.compile(r"[+-]?[0-9]*\.[0-9]*([eE][+-]?[0-9]+)?|[+-]?[0-9]+[eE][+-]?[0-9]+")
_ROW = range(-(2**31), 2**31)  # operations are rows of int32


@dataclass(frozen=True)
class Operand(ABC):
    """A named operand of `width` bits; one with a `default` can be optional in a syntax."""

    name: str
    width: int
    doc: str
    default: int | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        if not self.name.isidentifier():
            raise IsaError(f"operand {self.name!r}: the name is not a Python identifier")
        if self.width < 1:
            raise IsaError(f"operand {self.name}: the width must be at least 1 bit")
        if not self.values:
            raise IsaError(f"operand {self.name}: no value is allowed")
        if self.values[0] not in _ROW or self.values[-1] not in _ROW:
            raise IsaError(f"operand {self.name}: its values do not fit 32 signed bits")
        if self.default is not None and self.default not in self.values:
            raise IsaError(f"operand {self.name}: the default {self.default} is not allowed")

    @property
    @abstractmethod
    def values(self) -> range:
        """Every value that this operand can hold; if one is negative, in two's complement."""

    @property
    def implied(self) -> int:
        """The lowest bits that are always 0 and have no place in the encoding."""
        return 0

    @property
    def allowed(self) -> Sequence[int]:
        """The numbers among `values` that have a text."""
        return self.values

    def piece(self, low: int, ones: int) -> frozenset[int]:
        """What the bits `ones`, counted from bit `low`, can be."""
        if (low, ones) not in self._pieces:
            values = self.encoded(np.array(self.allowed, np.int64)).tolist()
            self._pieces[low, ones] = frozenset(value >> low & ones for value in values)
        return self._pieces[low, ones]

    @cached_property
    def _pieces(self) -> dict[tuple[int, int], frozenset[int]]:
        return {}

    def encoded(self, values: Numbers) -> Numbers:
        """What stands in a word for values."""
        return values

    def decoded(self, codes: Numbers) -> Numbers:
        """The inverse of `encoded`; -1 for what stands for no value."""
        return codes

    @property
    def commas(self) -> bool:
        """Whether the text may contain commas; then the operand must be the last."""
        return False

    @property
    @abstractmethod
    def expected(self) -> str:
        """What belongs here, in words."""

    @property
    def symbolic(self) -> bool:
        """Whether a label can stand for it."""
        return False

    def waits(self, text: str) -> bool:
        """Whether a right text stands for a value that is known only after the whole program."""
        return self.symbolic

    @abstractmethod
    def pattern(self, syntax: Syntax) -> str:
        """A regular expression without groups that every right text matches."""

    @abstractmethod
    def read(self, text: str) -> int | None:
        """The value of a text that matches `pattern`, or None if it is not allowed."""

    @abstractmethod
    def write(self, value: int) -> str:
        """The text of a value: the inverse of `read`; may be empty for a default that has none."""

    @abstractmethod
    def complaint(self, text: str, syntax: Syntax) -> str:
        """What is wrong with a text that cannot be read."""


@dataclass(frozen=True)
class Register(Operand):
    """A register of a file, written as the file's name and a decimal index: `gp3`.

    `aliases` are other names in the order of the registers; the first name of a register in them
    is the one that is written. `low` is the first register allowed.
    """

    file: str
    count: int
    low: int = 0
    aliases: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.count > 2**self.width:
            raise IsaError(f"operand {self.name}: {self.count} registers need more than its bits")

    @property
    def values(self) -> range:
        """The indices of the file."""
        return range(self.low, self.count)

    @property
    def expected(self) -> str:
        """Such as "a register gp0..gp15"."""
        return f"a register {self.file}{self.low}..{self.file}{self.count - 1}"

    @cached_property
    def _index(self) -> dict[str, int]:
        plain = {f"{self.file}{index}": index for index in self.values}
        return plain | {name: index for name, index in self.aliases if index in self.values}

    @cached_property
    def _names(self) -> dict[int, str]:
        return {index: name for name, index in reversed(self.aliases)}

    def pattern(self, syntax: Syntax) -> str:
        """The file's name and digits, or an alias."""
        names = "".join(f"|{re.escape(name)}" for name, _ in self.aliases)
        return f"(?:{re.escape(self.file)}[0-9]{{1,6}}{names})"

    def read(self, text: str) -> int | None:
        """The index, or None for one that the file does not have."""
        return self._index.get(text)

    def write(self, value: int) -> str:
        """The register's name."""
        return self._names.get(value, f"{self.file}{value}")

    def complaint(self, text: str, syntax: Syntax) -> str:
        """Names the register of this file with the same index, if there is one."""
        digits = re.search(r"[0-9]{1,6}\Z", text)
        meant = f"{self.file}{int(digits[0])}" if digits else ""
        hint = f"; did you mean {quote(meant)}?" if meant in self._index else ""
        return f"expected {self.expected}, got {quote(text)}{hint}"


@dataclass(frozen=True)
class Immediate(Operand):
    """A number in the instruction itself, `low` to `high` (by default all that `width` allows).

    Of a multiple of `step`, a power of two, the bits that are always 0 are not encoded. A label
    can stand for a `relative` one: it is the distance in bytes from the instruction to the label;
    and for an `address`: it is the place of the label, to which a number can be added.
    """

    signed: bool = False
    low: int | None = None
    high: int | None = None
    step: int = 1
    relative: bool = False
    address: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.values[0] not in self._codes or self.values[-1] not in self._codes:
            raise IsaError(f"operand {self.name}: {self.span} does not fit {self.width} bits")

    @property
    def _codes(self) -> range:
        half = 2 ** (self.width - 1)
        return range(-half, half) if self.signed else range(2 * half)

    @cached_property
    def values(self) -> range:
        """The numbers from `low` to `high`."""
        low = self._codes[0] if self.low is None else self.low
        high = self._codes[-1] if self.high is None else self.high
        return range(low, high + 1, self.step)

    @property
    def implied(self) -> int:
        """The bits below the step."""
        return self.step.bit_length() - 1

    @property
    def span(self) -> str:
        """The range in words."""
        span = f"{self.values[0]}..{self.values[-1]}"
        return span if self.step == 1 else f"{span} in steps of {self.step}"

    @property
    def expected(self) -> str:
        """Such as "a number 0..15"."""
        return f"a {'label or a ' * (self.relative or self.address)}number {self.span}"

    @property
    def symbolic(self) -> bool:
        """An address is."""
        return self.address

    def waits(self, text: str) -> bool:
        """A label does."""
        return self.address and not _NUMBER.fullmatch(text)

    def pattern(self, syntax: Syntax) -> str:
        """Decimal, or `0x` and hexadecimal digits where the syntax has them."""
        digits = "(?:0[xX][0-9a-fA-F]{1,16}|[0-9]{1,20})" if syntax.hexadecimal else "[0-9]{1,20}"
        label = f"|{LABEL}(?: *[+-] *[0-9]{{1,9}})?" if self.address else ""
        return f"(?:-?{digits}{label})" if label else "-?" + digits

    def read(self, text: str) -> int | None:
        """The number, or None outside the range; 0 for a label, whose place is not known yet."""
        if self.waits(text):
            return 0
        value = int(text, 16) if "x" in text or "X" in text else int(text)
        return value if value in self.values else None

    def write(self, value: int) -> str:
        """The number in decimal."""
        return str(value)

    def complaint(self, text: str, syntax: Syntax) -> str:
        """Says whether the number, its notation or its kind is wrong."""
        if _NUMBER.fullmatch(text):
            return self._number_complaint(text, syntax)
        got = f"expected {self.expected}, got {quote(text)}"
        if _FRACTION.fullmatch(text):
            return f"{got}; only whole numbers can be written here"
        if re.fullmatch(r"[A-Za-z]{1,4}[0-9]{1,2}", text):
            return f"{got}, which is no number"
        if re.fullmatch(LABEL, text):
            why = "a label cannot stand here" if syntax.labels else "there are no labels or symbols"
            return f"{got}; {why}, write the number"
        return got

    def _number_complaint(self, text: str, syntax: Syntax) -> str:
        if len(text) > 20:
            return f"{quote(text)} is too long for {self.expected}"
        hexadecimal = "x" in text.lower()
        value = int(text, 16 if hexadecimal else 10)
        if value not in self.values:
            return f"{text} is outside {self.span}"
        decimal = " in decimal" if hexadecimal and not syntax.hexadecimal else ""
        return f"expected {self.expected}{decimal}, got {quote(text)}; did you mean '{value}'?"


@dataclass(frozen=True)
class Named(Operand):
    """A number that is written by name, such as a rounding mode; unnamed ones are numbers.

    `noun` is what belongs here, in words; `names` without the unnamed numbers if `closed`.
    """

    noun: str
    names: tuple[tuple[str, int], ...]
    closed: bool = False

    @cached_property
    def values(self) -> range:
        """All that the width allows; when `closed`, from the least to the greatest name."""
        if not self.closed:
            return range(2**self.width)
        return range(min(self._by_name.values()), max(self._by_name.values()) + 1)

    @property
    def expected(self) -> str:
        """The noun."""
        return self.noun

    @cached_property
    def _by_name(self) -> dict[str, int]:
        return dict(self.names)

    @cached_property
    def _by_value(self) -> dict[int, str]:
        return {value: name for name, value in reversed(self.names)}

    def pattern(self, syntax: Syntax) -> str:
        """A name or a number."""
        return r"(?:[A-Za-z_][A-Za-z0-9_.]*|0[xX][0-9a-fA-F]{1,8}|[0-9]{1,10})"

    def read(self, text: str) -> int | None:
        """The number of a name, or a number itself where unnamed ones are allowed."""
        if text in self._by_name:
            return self._by_name[text]
        if self.closed or not text[0].isdigit():
            return None
        value = int(text, 0) if text.lower().startswith("0x") else int(text)
        return value if value in self.values else None

    def write(self, value: int) -> str:
        """The name, or the number of an unnamed one."""
        return self._by_value.get(value, str(value))

    def complaint(self, text: str, syntax: Syntax) -> str:
        """Offers the nearest name."""
        hint = did_you_mean(text, self._by_name)
        return f"expected {self.expected}, got {quote(text)}{hint}"


@dataclass(frozen=True)
class RegisterNames(Operand):
    """A register out of several files or of part of one, each written by its own name.

    `names` are in the order of `numbers`, by default 0, 1, ...; `noun` says which they are. In a
    word stand the `codes`, by default the numbers. Of two names of a number the first is written.
    """

    noun: str
    names: tuple[str, ...]
    numbers: tuple[int, ...] = ()
    codes: tuple[int, ...] = ()

    @cached_property
    def by_name(self) -> dict[str, int]:
        """The register's number by its name."""
        return dict(zip(self.names, self.numbers or range(len(self.names)), strict=True))

    @cached_property
    def _by_value(self) -> dict[int, str]:
        return {value: name for name, value in reversed(self.by_name.items())}

    @cached_property
    def values(self) -> range:
        """From the least to the greatest number."""
        return range(min(self._by_value), max(self._by_value) + 1)

    @property
    def allowed(self) -> Sequence[int]:
        """The numbers of the names."""
        return sorted(self._by_value)

    def encoded(self, values: Numbers) -> Numbers:
        """The codes of numbers."""
        return self._codes[values]

    def decoded(self, codes: Numbers) -> Numbers:
        """The numbers of codes."""
        return self._numbers[codes]

    @cached_property
    def _codes(self) -> Numbers:
        table = np.zeros(self.values[-1] + 1, np.int64)
        numbers = list(self.by_name.values())
        table[numbers] = self.codes or numbers
        return table

    @cached_property
    def _numbers(self) -> Numbers:
        table = np.full(2**self.width, -1, np.int64)
        table[list(self.codes or self.by_name.values())] = list(self.by_name.values())
        return table

    @property
    def expected(self) -> str:
        """The noun."""
        return self.noun

    def pattern(self, syntax: Syntax) -> str:
        """A word that begins with a letter, or two with a colon between."""
        return "[A-Za-z_][A-Za-z0-9_]*(?::[A-Za-z0-9_]+)?"

    def read(self, text: str) -> int | None:
        """The number of a name."""
        return self.by_name.get(text)

    def write(self, value: int) -> str:
        """The name."""
        return self._by_value.get(value, str(value))

    def complaint(self, text: str, syntax: Syntax) -> str:
        """Offers a name that differs in case, or the nearest one."""
        hint = did_you_mean(text, self.names)
        return f"expected {self.expected}, got {quote(text)}{hint}"


@dataclass(frozen=True)
class Flag(Operand):
    """One bit that is written as a word when it has the value `set`, and left out otherwise."""

    word: str
    set: int = 0

    @property
    def values(self) -> range:
        """0 and 1."""
        return range(2)

    @property
    def expected(self) -> str:
        """The word."""
        return self.word

    def pattern(self, syntax: Syntax) -> str:
        """The word."""
        return re.escape(self.word)

    def read(self, text: str) -> int | None:
        """The value that the word means."""
        return self.set if text == self.word else None

    def write(self, value: int) -> str:
        """The word, or nothing."""
        return self.word if value == self.set else ""

    def complaint(self, text: str, syntax: Syntax) -> str:
        """Names the one word that can stand here."""
        return f"expected {self.word} or nothing, got {quote(text)}"


@dataclass(frozen=True)
class BranchTarget(Operand):
    """A place to jump to: a label, or `@12` for bundle 12 counted from 0.

    Encoded as the index of the bundle; decoded as the index of that bundle's first operation. One
    past the last is the end of the program.
    """

    @property
    def values(self) -> range:
        """The bundles that the width can name."""
        return range(2**self.width)

    @property
    def expected(self) -> str:
        """A label or `@` and an index."""
        return f"a label or @0..@{self.values[-1]}"

    @property
    def symbolic(self) -> bool:
        """Always: even `@12` stands for the first operation of a bundle."""
        return True

    def pattern(self, syntax: Syntax) -> str:
        """A name, or `@` and digits."""
        return f"(?:{LABEL}|@[0-9]{{1,9}})"

    def read(self, text: str) -> int | None:
        """The bundle of `@12`; 0 for a label, whose bundle is not known before all is read."""
        bundle = int(text[1:]) if text.startswith("@") else 0
        return bundle if bundle in self.values else None

    def write(self, value: int) -> str:
        """`@` and the bundle's index."""
        return f"@{value}"

    def complaint(self, text: str, syntax: Syntax) -> str:
        """Points a bare number to its `@` form."""
        hint = f"; did you mean '@{text}'?" if re.fullmatch("[0-9]{1,9}", text) else ""
        return f"expected {self.expected}, got {quote(text)}{hint}"
