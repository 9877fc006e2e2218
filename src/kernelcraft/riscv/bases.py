"""Instructions that RV32 and RV64 have both: declared once, taken in by the extension of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import FunctionType
from typing import TypeVar

from kernelcraft.isa.extension import Extension

Body = TypeVar("Body", bound=Callable[..., None])


@dataclass(frozen=True)
class Base:
    """An extension of the base with registers of `xlen` bits."""

    extension: Extension
    xlen: int

    def told(self, text: str) -> str:
        """A text in which {xlen}, {count} of bits that say a shift, and {extended} stand."""
        extended = ", sign-extended" if self.xlen > 32 else ""
        named = {"xlen": self.xlen, "count": 5 if self.xlen == 32 else 6, "extended": extended}
        for name, value in named.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text


def both(bases: Iterable[Base], syntax: str, bits: str, *, unit: str) -> Callable[[Body], Body]:
    """Declare a function as an instruction of each; its text is told by `Base.told`."""

    def declare(function: Body) -> Body:
        text = function.__doc__ or ""
        for base in bases:
            body = _copy(function)
            body.__doc__ = base.told(text)
            base.extension.instruction(syntax, bits, unit=unit)(body)
        return function

    return declare


def _copy(function: Callable[..., None]) -> FunctionType:
    """The same function, which can have a text of its own."""
    assert isinstance(function, FunctionType)
    return FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
