"""Help is quick and complete; what is not a command line is answered with the nearest names."""

from __future__ import annotations

import os
import re
import resource
import shlex
import signal
import subprocess
import sys
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path

import pytest

from tests.cli.conftest import Command

COMMANDS = (
    *("cells", "show", "agents", "manual", "baseline", "expert", "check", "disassemble", "grade"),
    *(
        "profile",
        "simulate",
        "craft",
        "mcp",
        "evaluate",
        "verify",
        "report",
        "replay",
        "selftest",
        "soundness",
        "lab",
    ),
)
PROGRAM = [sys.executable, "-m", "kernelcraft"]
LIBRARIES = [sys.executable, "-c", "import typer, rich.console, rich.table, rich.panel"]


def processor_seconds(command: list[str]) -> float:
    """What a process costs: the processor's time, which other processes stretch little."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_help_costs_little_more_than_the_libraries_that_print_it() -> None:
    tries = [
        [processor_seconds(each) for each in ([*PROGRAM, "--help"], LIBRARIES)] for _ in range(5)
    ]
    ours, theirs = (min(each) for each in zip(*tries, strict=True))
    assert ours < 3 * theirs  # 1.6 times on a quiet machine


def test_help_names_every_command(kernelcraft: Command) -> None:
    shown = kernelcraft("--help")
    assert shown.code == 0
    assert all(command in shown.out for command in COMMANDS)


def test_the_version(kernelcraft: Command) -> None:
    assert kernelcraft("--version").out == f"kernelcraft {version('kernelcraft')}\n"


@pytest.mark.parametrize("words", [*([name] for name in COMMANDS), ["simulate", "plena"]])
def test_every_command_has_help(kernelcraft: Command, words: list[str]) -> None:
    shown = kernelcraft(*words, "--help")
    assert (shown.code, shown.err) == (0, "")
    assert "Usage" in shown.out
    assert not re.search(r"\.\.\.[]}]\.\.\.", shown.out)  # what may be repeated says so once


@pytest.mark.parametrize("command", ["annotate", "prove", "submit"])
def test_lines_of_help_are_filled(kernelcraft: Command, command: str) -> None:
    prose, _, panels = kernelcraft(command, "--help").out.partition("╭")
    room = len(panels.partition("\n")[0])  # without the blank at the end
    lines = [line.rstrip() for line in prose.splitlines()]
    pairs = [pair for pair in pairwise(lines) if all(pair)]
    assert len(pairs) >= 2
    assert all(len(line) + 1 + len(after.split()[0]) > room for line, after in pairs)


def test_nothing_shows_the_help_as_a_usage_error(kernelcraft: Command) -> None:
    shown = kernelcraft()
    assert (shown.code, shown.err) == (2, "")
    assert "Usage" in shown.out


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("grad", "Did you mean grade?"),
        ("grade --jsn", "--json"),
        ("grade", "CELL"),
        ("profile plena/sofmax/C1 -", "did you mean plena/softmax/C1?"),
        ("cells --level high", "--level"),
        ("cells --level 9", "there is no level 9"),
        ("cells --platform plean", "did you mean plena?"),
        ("cells --task sofmax", "did you mean softmax?"),
        ("cells --config c1", "C1"),
        ("show plena/sofmax/C1", "did you mean plena/softmax/C1?"),
        ("show softmax", "expected a cell such as plena/softmax/C1"),
        ("manual plean", "did you mean plena?"),
        ("manual plena V_AD_VV", "did you mean V_ADD_VV"),
        ("verify --agent basline", "did you mean baseline?"),
        ("verify", "--agent"),
        ("verify --agent baseline --rules stric", "strict"),
        ("evaluate", "name a --model"),
        ("evaluate --agent baselin", "did you mean baseline?"),
        ("evaluate --agent baseline --model openai/x", "works without a model"),
        ("evaluate --agent tuner --agent expert", "--agent takes one value, and was given 2 times"),
        ("evaluate --agent llm", "the llm agent needs a model"),
        ("evaluate --model gpt-5", "the llm agent needs a model such as openai/gpt-5"),
        ("evaluate --model openai/x --reasoning-effort lo", "did you mean low?"),
        ("evaluate --model openai/x --model-arg port", "expected key=value, got port"),
        ("craft plena/silu/C6 --agent baseline", "plena/silu/C1"),
        ("craft plena/silu/C1 --agent replay", "needs a transcript"),
        ("mcp plena/slu/C1", "did you mean plena/silu/C1?"),
        ("mcp --http 65536", "--http"),
        ("mcp --log-dir /dev/null", "--log-dir: /dev/null cannot be written"),
        ("replay nowhere", "nowhere: expected a folder with .eval logs"),
        ("report nowhere", "there is no folder nowhere"),
        ("simulate plna x.asm", "Did you mean plena?"),
        ("disassemble plean x.hex", "did you mean plena?"),
    ],
)
def test_usage_errors(kernelcraft: Command, line: str, expected: str) -> None:
    found = kernelcraft(*line.split())
    assert (found.code, found.out) == (2, "")
    assert expected in found.err.replace("'", "")
    assert found.err.count("\n") == 1


def test_a_usage_error_is_one_json_object_too(kernelcraft: Command) -> None:
    found = kernelcraft("show", "plena/slu/C2", "--json")
    assert found.code == 2
    assert found.record["nearest"] == ["plena/silu/C2"]
    assert kernelcraft("show", "--jso", "--json").record["error"]


def test_a_mistyped_model_gets_the_nearest_provider(
    kernelcraft: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = kernelcraft("craft", "plena/silu/C1", "--model", "opnai/gpt-5", "--json")
    assert found.code == 2
    assert found.record["nearest"] == ["openai/gpt-5"]


def test_a_closed_pipe_is_no_error() -> None:
    program = f"sleep 0.3; {sys.executable} -m kernelcraft manual plena"
    line = f"({program}) | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == str(128 + signal.SIGPIPE)
    assert done.stderr == ""


def test_a_full_disk_is_a_sentence() -> None:
    line = f"{sys.executable} -m kernelcraft manual plena > /dev/full; echo $?"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True)
    assert done.stdout == "3\n"
    assert done.stderr == "kernelcraft: No space left on device\n"


def test_any_character_set_will_do() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    words = [*PROGRAM, "show", "plena/silu/C1"]
    done = subprocess.run(words, capture_output=True, env=environment, check=True)
    assert b"\\u03c4" in done.stdout


@pytest.mark.parametrize("closed", [0, 1, 2], ids=["stdin", "stdout", "stderr"])
def test_a_closed_standard_stream_is_an_empty_one(closed: int, tmp_path: Path) -> None:
    words = shlex.join([*PROGRAM, "check", "plena/silu/C1", "-"])
    found = subprocess.run(
        ["sh", "-c", f"{words} {closed}>&-"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert (found.returncode, found.stderr) == (1, "")
    assert ("no instruction" in found.stdout) == (closed != 1)
