"""Values that stand for what is known only at run time: every operator writes a C expression."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn, Protocol

from kernelcraft.sim.routine import Routine

OPERAND = "o_"  # before the names of operands in C, where `pc` or `limit` mean something else


class Tracer(Protocol):
    """Who writes the statements down."""

    def temporary(self, expression: str) -> Traced:
        """Give an expression a name."""

    def decide(self, condition: str) -> bool:
        """Which way the trace goes at an `if`."""

    def call(self, routine: Routine[..., object], arguments: tuple[object, ...]) -> object:
        """Write a call of a routine."""


class Traced:
    """A value known only when the program runs: the text of a C expression of type int64_t."""

    __slots__ = ("text", "trace")
    __hash__ = None  # type: ignore[assignment]  # equality is traced, so no hash can agree with it

    def __init__(self, trace: Tracer, text: str) -> None:
        self.trace, self.text = trace, text

    @property
    def operand(self) -> str | None:
        """The operand that this is, if nothing was done to it."""
        return self.text.removeprefix(OPERAND) if self.text.startswith(OPERAND) else None

    def __bool__(self) -> bool:
        return self.trace.decide(self.text)

    def __index__(self) -> NoReturn:
        name = self.text.removeprefix(OPERAND)
        raise TypeError(f"{name} is known only at run time: loop over it inside a routine")

    def trace_call(self, routine: Routine[..., object], arguments: tuple[object, ...]) -> object:
        """Write a call of a routine."""
        return self.trace.call(routine, arguments)

    def _binary(self, pattern: str, left: object, right: object) -> Traced:
        return self.trace.temporary(pattern.format(c_text(left), c_text(right)))

    def __add__(self, other: object) -> Traced:
        return self._binary("{} + {}", self, other)

    def __radd__(self, other: object) -> Traced:
        return self._binary("{} + {}", other, self)

    def __sub__(self, other: object) -> Traced:
        return self._binary("{} - {}", self, other)

    def __rsub__(self, other: object) -> Traced:
        return self._binary("{} - {}", other, self)

    def __mul__(self, other: object) -> Traced:
        return self._binary("{} * {}", self, other)

    def __rmul__(self, other: object) -> Traced:
        return self._binary("{} * {}", other, self)

    def __floordiv__(self, other: object) -> Traced:
        return self._binary("kc_floor_divide({}, {})", self, other)

    def __rfloordiv__(self, other: object) -> Traced:
        return self._binary("kc_floor_divide({}, {})", other, self)

    def __mod__(self, other: object) -> Traced:
        return self._binary("kc_modulo({}, {})", self, other)

    def __rmod__(self, other: object) -> Traced:
        return self._binary("kc_modulo({}, {})", other, self)

    def __lshift__(self, other: object) -> Traced:
        return self._binary("{} << {}", self, other)

    def __rlshift__(self, other: object) -> Traced:
        return self._binary("(int64_t){} << {}", other, self)

    def __rshift__(self, other: object) -> Traced:
        return self._binary("{} >> {}", self, other)

    def __and__(self, other: object) -> Traced:
        return self._binary("{} & {}", self, other)

    __rand__ = __and__

    def __or__(self, other: object) -> Traced:
        return self._binary("{} | {}", self, other)

    __ror__ = __or__

    def __xor__(self, other: object) -> Traced:
        return self._binary("{} ^ {}", self, other)

    __rxor__ = __xor__

    def __neg__(self) -> Traced:
        return self.trace.temporary(f"-{self.text}")

    def __invert__(self) -> Traced:
        return self.trace.temporary(f"~{self.text}")

    def __lt__(self, other: object) -> Traced:
        return self._binary("{} < {}", self, other)

    def __le__(self, other: object) -> Traced:
        return self._binary("{} <= {}", self, other)

    def __gt__(self, other: object) -> Traced:
        return self._binary("{} > {}", self, other)

    def __ge__(self, other: object) -> Traced:
        return self._binary("{} >= {}", self, other)

    def __eq__(self, other: object) -> Traced:  # type: ignore[override]
        return self._binary("{} == {}", self, other)

    def __ne__(self, other: object) -> Traced:  # type: ignore[override]
        return self._binary("{} != {}", self, other)


@dataclass(frozen=True)
class Pointer:
    """An array handed to a routine: the text of a C pointer."""

    trace: Tracer
    text: str

    def trace_call(self, routine: Routine[..., object], arguments: tuple[object, ...]) -> object:
        return self.trace.call(routine, arguments)


def c_text(value: object) -> str:
    """The C text of a traced value, a number, or an array handed to a routine."""
    if isinstance(value, Traced | Pointer):
        return value.text
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, int):
        value = (value + 2**63) % 2**64 - 2**63
        if value == -(2**63):
            return "INT64_MIN"
        return f"INT64_C({value})" if abs(value) > 2**31 - 1 else str(value)
    raise TypeError(f"{value!r} cannot stand in an instruction body")
