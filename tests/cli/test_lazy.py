"""A command's module is loaded when the command is used; the table of commands stays in step."""

from __future__ import annotations

import inspect

import pytest
import typer.main

from kernelcraft.cli.app import app
from kernelcraft.cli.lazy import LazyGroup


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
