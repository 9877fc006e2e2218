"""The kinds of operands: what each may hold, how it is written, and what to say when it is not."""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from functools import cached_property

from kernelcraft.isa.errors import IsaError
from kernelcraft.isa.suggest import quote
from kernelcraft.isa.syntax import Syntax

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
    @abstractmethod
    def expected(self) -> str:
        """What belongs here, in words."""

    @abstractmethod
    def pattern(self, syntax: Syntax) -> str:
        """A regular expression without groups that every right text matches."""

    @abstractmethod
    def read(self, text: str) -> int | None:
        """The value of a text that matches `pattern`, or None if it is not allowed."""

    @abstractmethod
    def write(self, value: int) -> str:
        """The text of a value: the inverse of `read`."""

    @abstractmethod
    def complaint(self, text: str, syntax: Syntax) -> str:
        """What is wrong with a text that cannot be read."""


@dataclass(frozen=True)
class Register(Operand):
    """A register of a file, written as the file's name and a decimal index: `gp3`."""

    file: str
    count: int

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.count > 2**self.width:
            raise IsaError(f"operand {self.name}: {self.count} registers need more than its bits")

    @property
    def values(self) -> range:
        """The indices of the file."""
        return range(self.count)

    @property
    def expected(self) -> str:
        """Such as "a register gp0..gp15"."""
        return f"a register {self.file}0..{self.file}{self.count - 1}"

    @cached_property
    def _index(self) -> dict[str, int]:
        return {f"{self.file}{index}": index for index in self.values}

    def pattern(self, syntax: Syntax) -> str:
        """The file's name and digits."""
        return re.escape(self.file) + "[0-9]{1,6}"

    def read(self, text: str) -> int | None:
        """The index, or None for one that the file does not have."""
        return self._index.get(text)

    def write(self, value: int) -> str:
        """The register's name."""
        return f"{self.file}{value}"

    def complaint(self, text: str, syntax: Syntax) -> str:
        """Names the register of this file with the same index, if there is one."""
        digits = re.search(r"[0-9]{1,6}\Z", text)
        meant = self.write(int(digits[0])) if digits else ""
        hint = f"; did you mean {quote(meant)}?" if meant in self._index else ""
        return f"expected {self.expected}, got {quote(text)}{hint}"


@dataclass(frozen=True)
class Immediate(Operand):
    """A number in the instruction itself, `low` to `high` (by default all that `width` allows)."""

    signed: bool = False
    low: int | None = None
    high: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.values[0] not in self._codes or self.values[-1] not in self._codes:
            raise IsaError(f"operand {self.name}: {self._span} does not fit {self.width} bits")

    @property
    def _codes(self) -> range:
        half = 2 ** (self.width - 1)
        return range(-half, half) if self.signed else range(2 * half)

    @cached_property
    def values(self) -> range:
        """The numbers from `low` to `high`."""
        low = self._codes[0] if self.low is None else self.low
        high = self._codes[-1] if self.high is None else self.high
        return range(low, high + 1)

    @property
    def _span(self) -> str:
        return f"{self.values[0]}..{self.values[-1]}"

    @property
    def expected(self) -> str:
        """Such as "a number 0..15"."""
        return f"a number {self._span}"

    def pattern(self, syntax: Syntax) -> str:
        """Decimal, or `0x` and hexadecimal digits where the syntax has them."""
        digits = "(?:0[xX][0-9a-fA-F]{1,16}|[0-9]{1,20})" if syntax.hexadecimal else "[0-9]{1,20}"
        return "-?" + digits

    def read(self, text: str) -> int | None:
        """The number, or None outside the range."""
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
            return f"{text} is outside {self._span}"
        decimal = " in decimal" if hexadecimal and not syntax.hexadecimal else ""
        return f"expected {self.expected}{decimal}, got {quote(text)}; did you mean '{value}'?"


@dataclass(frozen=True)
class Target(Operand):
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
