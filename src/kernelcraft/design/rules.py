"""What a platform says of instructions that are proposed for it: what they may touch, where there
are bits for them, what is there already."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["int", "real"]
"""A whole number of 64 bits, or a number in float32."""
Number = int | float


@dataclass(frozen=True)
class Registers:
    """A register file: what a body reads and writes there. `bits` are those of a register, of which
    there are `count`."""

    kind: Kind
    bits: int
    count: int
    read: Callable[[Any, int], Number]
    write: Callable[[Any, int, Any], None]


@dataclass(frozen=True)
class Elements:
    """A memory of which a body names single elements; a fault where there is none."""

    kind: Kind
    bits: int
    size: int
    read: Callable[[Any, int], Number]
    write: Callable[[Any, int, Any], None]


@dataclass(frozen=True)
class Rows:
    """A memory of which a body takes whole rows of `length` elements in float32.

    `read` gives the elements of the row at an address; `target` checks an address to be written
    and gives where it begins; `write` sets some of its elements.
    """

    length: int
    bits: int
    size: int
    read: Callable[[Any, int], Sequence[float]]
    target: Callable[[Any, int], int]
    write: Callable[[Any, int, Mapping[int, float]], None]


@dataclass(frozen=True)
class Ports:
    """How many reads and writes of a part the machine can do in a cycle."""

    reads: int
    writes: int


@dataclass(frozen=True)
class Function:
    """A function of a float that a unit of the machine computes: what it gives, and the cycles."""

    call: Callable[[float], float]
    cycles: float


@dataclass(frozen=True)
class Encoding:
    """Where a proposal's bits go: an opcode in the lowest `bits`, operands above it in the order of
    the syntax. `free` are the opcodes that nothing has."""

    bits: int
    word: int
    free: tuple[int, ...]


@dataclass(frozen=True)
class Rules:
    """All of it.

    `constants` are the machine's sizes, by the names that bodies write (`m.mlen`). `units` are
    those that a proposal may be of, each with the operators that it has already, by kind of
    operation; `scalars` are registers with names of their own, `functions` are called by theirs.
    """

    constants: Mapping[str, int]
    registers: Mapping[str, Registers]
    scalars: Mapping[str, Registers]
    elements: Mapping[str, Elements]
    rows: Rows
    functions: Mapping[str, Function]
    encoding: Encoding
    units: Mapping[str, Mapping[str, int]]
    ports: Mapping[str, Ports]
