"""The checked form of a body: what is left of Python, with the kind of every value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Literal

ValueKind = Literal["int", "real", "bool", "row", "output", "scratch"]
ROWS = ("row", "output", "scratch")


@dataclass(frozen=True)
class Node:
    """Something of a body; `line` is where it stands in the text."""

    line: int = field(kw_only=True, compare=False)

    def parts(self) -> Iterator[Node]:
        """The nodes right below."""
        for each in fields(self):
            found = getattr(self, each.name)
            if isinstance(found, Node):
                yield found
            elif isinstance(found, tuple):
                yield from (part for part in found if isinstance(part, Node))

    def walk(self) -> Iterator[Node]:
        """This node and all below."""
        yield self
        for part in self.parts():
            yield from part.walk()


@dataclass(frozen=True)
class Value(Node):
    """What has a value."""

    kind: ValueKind = field(kw_only=True)


@dataclass(frozen=True)
class Constant(Value):
    """A number."""

    value: int | float


@dataclass(frozen=True)
class Local(Value):
    """A name of the body's own."""

    name: str


@dataclass(frozen=True)
class Immediate(Value):
    """The number in an operand."""

    name: str


@dataclass(frozen=True)
class Register(Value):
    """The register that an operand names."""

    file: str
    operand: str


@dataclass(frozen=True)
class Scalar(Value):
    """A register with a name of its own."""

    name: str


@dataclass(frozen=True)
class Element(Value):
    """An element of a memory."""

    memory: str
    address: Value


@dataclass(frozen=True)
class Lane(Value):
    """An element of a row, which is `of` one of the kinds of rows."""

    row: str
    lane: Value
    of: ValueKind


@dataclass(frozen=True)
class RowAt(Value):
    """The row at an address: as it is now (kind `row`), or to be written at the end (`output`)."""

    address: Value


@dataclass(frozen=True)
class Scratch(Value):
    """A row of zeros that only this instruction sees."""


@dataclass(frozen=True)
class Operation(Value):
    """An operator or a function of numbers; `of` is the kind that it works on."""

    name: str
    arguments: tuple[Value, ...]
    of: ValueKind


@dataclass(frozen=True)
class RowSum(Value):
    """The sum of a row by a tree of adders."""

    row: str


@dataclass(frozen=True)
class Assign(Node):
    """A local gets a value."""

    name: str
    value: Value


@dataclass(frozen=True)
class Write(Node):
    """A register, an element or a lane gets a value."""

    target: Register | Scalar | Element | Lane
    value: Value


@dataclass(frozen=True)
class If(Node):
    """One of two ways."""

    test: Value
    then: tuple[Node, ...]
    otherwise: tuple[Node, ...]


@dataclass(frozen=True)
class For(Node):
    """A loop with constant bounds."""

    name: str
    values: range
    body: tuple[Node, ...]
