"""Reads the texts and numbers of a command line without pydantic, whose import takes 0.15 s.

typer checks every value by a pydantic adapter, also those of options that nobody gave. What needs
none is taken as it is; everything else, and with it every complaint, is left to typer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer.core

if TYPE_CHECKING:
    from typer._click import Context
    from typer._coercion import TypeDescriptor

LONGEST = 15  # digits of a number that every adapter reads
ADAPTER = "build_runtime_param"  # what typer calls when a parameter gets its first value


def read_plainly() -> None:
    """Let typer's parameters take plain values; changes nothing in a typer without adapters."""
    build = getattr(typer.core, ADAPTER, None)
    if build is not None and not hasattr(build, "plain"):
        make = lambda declared: _Plain(declared, build)  # noqa: E731
        make.__dict__["plain"] = True
        setattr(typer.core, ADAPTER, make)


class _Plain:
    """Stands where typer keeps the adapter of a parameter, until a value needs the real one."""

    def __init__(self, declared: TypeDescriptor, build: Any) -> None:
        self.declared, self.build = declared, build

    def coerce(self, value: Any, param: Any, ctx: Context) -> Any:
        """As typer's adapters: the value in the type that the command declares."""
        kind, about = self.declared.annotation, self.declared.parameter_info
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if about.parser is None:
            if kind is str and type(value) is str:
                return value
            if kind == list[str] and all(type(each) is str for each in value):
                return list(value)
            if value is param.default and isinstance(kind, type) and isinstance(value, kind):
                return value
            if kind is int and type(value) is str and _in_range(value, about.min, about.max):
                return int(value)
        return self.build(self.declared).coerce(value, param=param, ctx=ctx)


def _in_range(text: str, least: float | None, most: float | None) -> bool:
    """Whether it is a number in plain digits that the option takes."""
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST):
        return False
    return (least is None or int(text) >= least) and (most is None or int(text) <= most)
