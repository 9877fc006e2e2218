"""Every command of every page is one of ours; those of README and guides are run as they stand.

Models are a prepared one there, and long sweeps one cell.
"""

from __future__ import annotations

import contextlib
import re
import runpy
from pathlib import Path

import pytest
import typer
import typer.main

from kernelcraft.cli import main
from kernelcraft.cli.app import app
from kernelcraft.cli.lazy import LazyGroup
from tests.docs.pages import ROOT, Block, blocks, mentioned, pages, words

OTHERS = (
    "cd", "claude", "code", "codex", "export", "gemini", "inspect", "make", "pip", "sha256sum",
    "source",
)  # fmt: skip
ONE_CELL = ("--platform", "plena", "--task", "silu", "--config", "C1")
SWEEPS = ("evaluate", "verify")
GUIDES = (
    "docs/guides/kernel-developer.md",
    "docs/guides/researcher.md",
    "docs/guides/accelerator-designer.md",
)
ELSEWHERE = ("doctor", "selftest")  # run by tests of their own
GIVES_UP = {"text": "Nothing to try."}
# In tests of their own, on machines that are written there.
DONE = ("docs/tutorial.md", "docs/tutorial-simulator.md")
BY_NAME = {name: page for page in pages() if (name := str(page.relative_to(ROOT))) not in DONE}


@pytest.mark.parametrize("page", BY_NAME)
def test_every_command_is_understood(page: str) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for command in (each for block in blocks(BY_NAME[page]) for each in block.commands):
        arguments = words(command)
        if arguments is not None:
            understood(arguments)
        elif command.startswith("make "):
            assert command.split()[1] in targets, command
        elif command.startswith("python "):  # an example, or a door that `make judges` opens
            assert (ROOT / command.split()[1]).is_file(), command
        else:
            assert command.split()[0] in OTHERS, command


@pytest.mark.parametrize("page", BY_NAME)
def test_commands_that_a_sentence_names_exist(page: str) -> None:
    """They may leave arguments out."""
    for command in mentioned(BY_NAME[page]):
        try:
            understood(words(command) or [])
        except typer.TyperException as error:
            complaint = error.format_message()
            assert re.search(r"^Missing|requires an argument", complaint), (command, complaint)


def understood(arguments: list[str]) -> None:
    """Read a command line to its end, and do nothing; raises for what the command does not know."""
    command = typer.main.get_command(app)
    silence(command)
    with (
        contextlib.suppress(typer.Exit),  # of --help
        command.make_context("kernelcraft", [*arguments]) as context,
    ):
        command.invoke(context)


def silence(command: object) -> None:
    """Take away what a command, or any of its commands, does."""
    if isinstance(command, LazyGroup):
        command.load_all()
    setattr(command, "callback", lambda **options: None)  # noqa: B010  of a library without types
    for each in getattr(command, "commands", {}).values():
        silence(each)


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.sweep if page in GUIDES else ())
        for page in ("README.md", "docs/index.md", *GUIDES)
    ],
)
def test_the_commands_that_a_reader_would_try(
    page: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A `text` block must be in what was printed so far."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "replies.json").write_text(f"[{GIVES_UP}]".replace("'", '"'))
    printed: list[str] = []
    for block in blocks(ROOT / page):
        if block.title:
            block.write(tmp_path)
        if block.title.endswith(".py"):
            runpy.run_path(block.title)
            printed += capsys.readouterr().out.splitlines()
        for command in block.commands:
            printed += run(command, block, capsys).splitlines()
        if block.language == "text":
            missing = [line for line in block.text.splitlines() if line not in printed]
            assert missing == [], printed


def run(command: str, block: Block, capsys: pytest.CaptureFixture[str]) -> str:
    arguments = words(command)
    if arguments is None or arguments[0] in ELSEWHERE:
        return ""
    model = "--model" in arguments
    if model:
        arguments[arguments.index("--model") + 1] = "scripted/replies.json"
    if arguments[0] in SWEEPS:
        arguments = [word for word in arguments if word not in ("--level", "1")]
        arguments += ONE_CELL[:4] if "--held-out" in arguments else ONE_CELL
    capsys.readouterr()
    code = main(arguments)
    out = capsys.readouterr().out
    may_fail = command.endswith("|| true") or (arguments[0] == "craft" and model)
    assert code == 0 or (may_fail and code == 1), f"{command}\n{out}"
    target = re.search(r" > (\S+)$", command)
    if target:
        Path(target[1]).write_text(out)
    return out
