"""Instructions that several instruction sets share, declared once, without timing."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

Body = TypeVar("Body", bound=Callable[..., None])


@dataclass(frozen=True)
class Declaration:
    """One instruction of an extension, as `Isa.instruction` takes it."""

    syntax: str
    bits: str
    unit: str
    function: Callable[..., None]


@dataclass(frozen=True)
class Extension:
    """A named set of instructions; `Isa.include` gives them the timing of a platform."""

    name: str
    declarations: list[Declaration] = field(default_factory=list)

    def instruction(self, syntax: str, bits: str, *, unit: str) -> Callable[[Body], Body]:
        """Declare the decorated function as an instruction's meaning; see `Isa.instruction`."""

        def declare(function: Body) -> Body:
            self.declarations.append(Declaration(syntax, bits, unit, function))
            return function

        return declare
