"""Vectors of 16 elements in a piece of code, in whichever form an operation wants them.

A vector is float32 in an accumulator, or bfloat16 in the lower half of an x register whose upper
half is 0. It is loaded, converted and computed in a form when something first asks for it; a
product or a power that only one sum wants becomes part of that sum.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

ACCUMULATOR: Final = "bm"
LOWER: Final = "x"
PARTS: Final = "parts"
TWICE: Final = "twice"
ZERO: Final = "x8"
BYTES: Final = 2  # of an element
_NAME: Final = re.compile(r"%(\w+)")


@dataclass(frozen=True)
class Access:
    """A load or store at a number of bytes from where a variable points; `far`: any short step."""

    variable: str
    offset: int
    stores: bool = False
    far: bool = False


@dataclass(frozen=True)
class Constant:
    """What every lane of a register holds: of x registers `text` says how, given the register."""

    kind: str
    text: Callable[[str], str] = field(compare=False)
    key: object = None


@dataclass(frozen=True)
class Line:
    """An instruction with `@` for its address, or a constant that is wanted under a name."""

    text: str
    access: Access | None = None
    constant: Constant | None = None


Delayed = Callable[["Values", str, str | None], None]
"""Writes an operation: its result's name, and the value that is added to it."""


@dataclass
class Values:
    """What is known of the values of one piece of code while its lines are written."""

    uses: Counter[str]
    numbers: Mapping[str, float]
    constant: Callable[[float, str], Constant]
    lines: list[Line] = field(default_factory=list)
    kinds: dict[str, str] = field(default_factory=dict)
    forms: dict[str, dict[str, str]] = field(default_factory=dict)
    loads: dict[str, Access] = field(default_factory=dict)
    delayed: dict[str, Delayed] = field(default_factory=dict)
    negated: dict[str, str] = field(default_factory=dict)
    precise: set[str] = field(default_factory=set)  # that count with more bits than bfloat16 has

    def emit(self, text: str, access: Access | None = None) -> None:
        """Append instructions; `access` is the address of the only one."""
        lines = (each.strip() for each in text.splitlines())
        self.lines += [Line(each, access) for each in lines if each]

    def fresh(self, kind: str) -> str:
        """A name for a value of a register class."""
        name = f"g{len(self.kinds)}"
        self.kinds[name] = kind
        return f"%{name}"

    def told(self, text: str, kinds: Mapping[str, str], **names: str) -> None:
        """Append text in which some values have these names, and all others get names here."""
        known = {**{name: self.fresh(kind) for name, kind in kinds.items()}, **names}
        self.emit(_NAME.sub(lambda found: known[found[1]], text))

    def wanted(self, constant: Constant) -> str:
        """A constant in a register."""
        name = self.fresh(constant.kind)
        self.lines.append(Line(name, constant=constant))
        return name

    def gives(self, value: str, form: str, name: str) -> None:
        """A value is in this register, and nowhere else."""
        for known in (self.loads, self.delayed, self.negated):
            known.pop(value, None)
        self.precise.discard(value)
        self.forms[value] = {form: name}

    def delay(self, value: str, operation: Delayed) -> None:
        """Compute a value later if one operation wants it, else now."""
        if self.uses[value] == 1:
            self.gives(value, "", "")
            self.delayed[value] = operation
            return
        name = self.fresh(ACCUMULATOR)
        operation(self, name, None)
        self.gives(value, ACCUMULATOR, name)

    def accumulator(self, value: str) -> str:
        """The value as float32."""
        if value in self.numbers:
            return self.wanted(self.constant(self.numbers[value], ACCUMULATOR))
        forms = self.forms.setdefault(value, {})
        if ACCUMULATOR in forms:
            return forms[ACCUMULATOR]
        name = self.fresh(ACCUMULATOR)
        if LOWER in forms:
            self.emit(f"vconv.fp32.bf16 {name}, {forms[LOWER]}.l")
        elif value in self.negated:
            zero = self.wanted(self.constant(0.0, ACCUMULATOR))
            self.emit(f"vsub.f {name}, {zero}, {self.accumulator(self.negated[value])}, r7")
        elif value in self.delayed:
            self.delayed.pop(value)(self, name, None)
        else:
            self.emit(f"vlda.conv.fp32.bf16 {name}, @", self.loads[value])
        forms[ACCUMULATOR] = name
        return name

    def lower(self, value: str) -> str:
        """The value as bfloat16, with zeros beside it."""
        if value in self.numbers:
            number = self.numbers[value]
            return self.wanted(self.constant(number, LOWER)) if number else ZERO
        forms = self.forms.setdefault(value, {})
        if LOWER not in forms:
            name = self.fresh(LOWER)
            if ACCUMULATOR not in forms and value in self.loads:
                access = self.loads[value]
                far = Access(access.variable, access.offset, far=True)
                self.emit(f"vlda {name}.l, @", far)
            else:
                self.emit(f"vconv.bf16.fp32 {name}.l, {self.accumulator(value)}")
            self.emit(f"vmov {name}.h, wh8")
            forms[LOWER] = name
        return forms[LOWER]

    def parts(self, value: str) -> str:
        """The value as bfloat16, and beside it what the rounding leaves."""
        forms = self.forms[value]
        if PARTS not in forms:
            whole, name = self.accumulator(value), self.fresh(LOWER)
            near, left = self.fresh(ACCUMULATOR), self.fresh(ACCUMULATOR)
            self.emit(f"vconv.bf16.fp32 {name}.l, {whole}\nvconv.fp32.bf16 {near}, {name}.l")
            self.emit(f"vsub.f {left}, {whole}, {near}, r7\nvconv.bf16.fp32 {name}.h, {left}")
            forms[PARTS] = name
        return forms[PARTS]

    def twice(self, value: str) -> str:
        """The value as bfloat16 in both halves of a register."""
        if value in self.numbers:
            return self.wanted(self.constant(self.numbers[value], TWICE))
        forms = self.forms.setdefault(value, {})
        if TWICE not in forms:
            name = self.fresh(LOWER)
            if LOWER in forms:
                self.emit(f"vmov {name}.l, {forms[LOWER]}.l")
            else:
                self.emit(f"vconv.bf16.fp32 {name}.l, {self.accumulator(value)}")
            self.emit(f"vmov {name}.h, {name}.l")
            forms[TWICE] = name
        return forms[TWICE]

    def load(self, value: str, access: Access) -> None:
        """The value is in memory."""
        self.gives(value, "", "")
        self.loads[value] = access

    def store(self, value: str, access: Access) -> None:
        """Put the value in memory, as bfloat16."""
        forms = self.forms.get(value, {})
        if LOWER in forms:
            far = Access(access.variable, access.offset, stores=True, far=True)
            self.emit(f"vst {forms[LOWER]}.l, @", far)
        else:
            self.emit(f"vst.conv.bf16.fp32 {self.accumulator(value)}, @", access)
