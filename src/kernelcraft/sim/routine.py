"""A routine is work too large for an instruction body: a C function beside a numpy oracle."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)

_PROTOTYPE = re.compile(r"(?P<returns>\w+) (?P<name>\w+)\((?P<parameters>[^)]*)\)")


class RoutineTracer(Protocol):
    """What stands for a value while C is being emitted; it knows how to write down a call."""

    def trace_call(self, routine: Routine[..., object], arguments: tuple[object, ...]) -> object:
        """Write the call and give the value that stands for its result."""


@dataclass(frozen=True)
class Routine(Generic[P, R_co]):
    """A numpy oracle and the C function of the same name, bit-equal by test.

    Called with numbers and arrays it runs the oracle; called from a traced body it emits the call.
    """

    name: str
    returns: str
    parameters: tuple[str, ...]
    oracle: Callable[P, R_co]
    source: Path = field(compare=False)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        for value in args:
            trace_call = getattr(value, "trace_call", None)
            if trace_call is not None:
                return cast(R_co, trace_call(self, args))
        return self.oracle(*args, **kwargs)


def routine(prototype: str) -> Callable[[Callable[P, R_co]], Routine[P, R_co]]:
    """Pair a numpy oracle with the C function `prototype` in the .c file beside its module.

    Raises ValueError when the names or the number of parameters differ.
    """
    match = _PROTOTYPE.fullmatch(prototype)
    if match is None:
        raise ValueError(f"routine: not a C prototype: {prototype!r}")
    parameters = tuple(part.strip() for part in match["parameters"].split(","))

    def pair(oracle: Callable[P, R_co]) -> Routine[P, R_co]:
        code = oracle.__code__  # a signature would take 0.1 ms to read, at every start
        expected = code.co_varnames[: code.co_argcount]
        found = tuple(re.split(r"[\s*]+", parameter)[-1] for parameter in parameters)
        if (oracle.__name__, expected) != (match["name"], found):
            raise ValueError(
                f"routine {oracle.__name__}{expected}: its C prototype is {match['name']}{found}"
            )
        source = Path(code.co_filename).with_suffix(".c")
        return Routine(match["name"], match["returns"], parameters, oracle, source)

    return pair
