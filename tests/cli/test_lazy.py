"""A command's module is loaded when the command is used; the table of commands stays in step."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import pytest
import typer.main
from typer.core import TyperCommand, TyperGroup, TyperOption

from kernelcraft.cli.app import app
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.lazy import LazyGroup, OnceEach, takes_one_value
from tests.cli.conftest import Command


def commands() -> LazyGroup:
    found = typer.main.get_command(app)
    assert isinstance(found, LazyGroup)
    return found


STAND_INS = commands()
LOADED = commands()
LOADED.load_all()


@pytest.mark.parametrize("name", STAND_INS.commands)
def test_the_list_of_commands_shows_the_beginning_of_each_help(name: str) -> None:
    shown, whole = STAND_INS.commands[name].help, LOADED.commands[name].help
    assert shown
    assert whole
    assert inspect.cleandoc(whole).replace("\n", " ").startswith(shown.rstrip(".?"))


def test_every_platform_is_a_command_of_simulate() -> None:
    group = LOADED.commands["simulate"]
    assert isinstance(group, LazyGroup)
    shown = {name: command.help for name, command in group.commands.items()}
    group.load_all()
    for name, sentence in shown.items():
        assert (group.commands[name].help or "").startswith(sentence or "nothing")


def every_command(group: TyperGroup) -> Iterator[tuple[str, TyperCommand]]:
    if isinstance(group, LazyGroup):
        group.load_all()
    for name, command in group.commands.items():
        if isinstance(command, TyperGroup):
            yield from ((f"{name} {below}", found) for below, found in every_command(command))
        else:
            assert isinstance(command, TyperCommand)
            yield name, command


EVERY = dict(every_command(LOADED))
SINGLE = [
    (name, option.opts[0], option.nargs)
    for name, command in EVERY.items()
    for option in command.params
    if isinstance(option, TyperOption) and takes_one_value(option)
]


def test_every_command_takes_each_value_once() -> None:
    assert {name for name, each in EVERY.items() if not isinstance(each, OnceEach)} == set()
    single = {(name, option) for name, option, _ in SINGLE}
    assert {("evaluate", "--agent"), ("lab engines", "--seeds"), ("new task", "--into")} <= single


@pytest.mark.parametrize(("name", "option", "words"), SINGLE)
def test_a_second_value_is_refused(name: str, option: str, words: int) -> None:
    """By a sentence, for every option of every command that would forget the first value."""
    with pytest.raises(UsageFault, match=f"^{option} takes one value, and was given 2 times$"):
        EVERY[name].make_context(name, 2 * [option, *words * ["1"]])


def test_other_options_may_be_repeated(kernelcraft: Command) -> None:
    words = ("cells", "--platform", "plena", "--task", "silu", "--task", "mha", "--config", "C1")
    found = kernelcraft(*words, "--config", "C2")
    assert found.code == 0
    assert found.out.count("plena/silu/C") == 2
    assert found.out.count("plena/mha/C") == 2
