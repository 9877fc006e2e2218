"""A group of commands whose modules are imported when one of them is used: help needs no module."""

from __future__ import annotations

import importlib
import re
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import typer
import typer.main
from typer.core import TyperCommand, TyperGroup, TyperOption

from kernelcraft.cli.errors import UsageFault

if TYPE_CHECKING:
    from typer._click import Command, Context


class OnceEach(TyperCommand):
    """A command that refuses a second value for an option that takes one; flags may be repeated.

    Its help fills lines: typer keeps the line breaks of every paragraph but the first.
    """

    def __init__(self, *arguments: Any, help: str | None = None, **options: Any) -> None:
        filled = help and re.sub(r"(?<!\n)\n(?!\n)", " ", help)
        super().__init__(*arguments, help=filled, **options)

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        _, _, order = self.make_parser(ctx).parse_args(list(args))
        for param, times in Counter(order).items():
            if times > 1 and isinstance(param, TyperOption) and takes_one_value(param):
                raise UsageFault(f"{param.opts[0]} takes one value, and was given {times} times")
        return super().parse_args(ctx, args)


def takes_one_value(option: TyperOption) -> bool:
    """Whether a second value would replace the first."""
    return not (option.multiple or option.is_flag or option.count)


class LazyGroup(TyperGroup):
    """Lists stand-ins, which have a name, a help text and a panel; loads the one that is used."""

    def stand_in(
        self, name: str, help: str, panel: str | None, load: Callable[[], Command]
    ) -> None:
        """Add a command that `load` makes when it is used."""
        self.add_command(_StandIn(name, help, panel, load))

    def load_all(self) -> None:
        """Put every command in the place of its stand-in."""
        for name in self.commands:
            self.loaded(name)

    def resolve_command(
        self, ctx: Context, args: list[str]
    ) -> tuple[str | None, Command | None, list[str]]:
        name, _, rest = super().resolve_command(ctx, args)
        return name, None if name is None else self.loaded(name), rest

    def loaded(self, name: str) -> Command:
        """The command itself, in the place of its stand-in from now on."""
        found = self.commands[name]
        if isinstance(found, _StandIn):
            found = self.commands[name] = found.load()
            found.name = name
        return found


class _StandIn(TyperCommand):
    """What the list of commands shows of one that is not loaded."""

    def __init__(
        self, name: str, help: str, panel: str | None, load: Callable[[], Command]
    ) -> None:
        super().__init__(name, help=help, rich_help_panel=panel)
        self.load = load


def of_module(place: str) -> Callable[[], Command]:
    """Loads `module.function`, or the Typer `module.app`, of this package as a command."""

    def load() -> Command:
        module, _, name = place.partition(".")
        found = getattr(importlib.import_module(f"{__package__}.{module}"), name)
        return typer.main.get_command(found if isinstance(found, typer.Typer) else of(found))

    return load


def of(function: Callable[..., object], help: str | None = None) -> typer.Typer:
    """The command that a function is."""
    one = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    one.command(help=help, cls=OnceEach)(function)
    return one
