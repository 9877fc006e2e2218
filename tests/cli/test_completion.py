"""A shell is told how a line could go on: commands, platforms and the names of cells."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kernelcraft.cells.cell import find_cells

ASK = "import sys; from kernelcraft.cli import main; main()"


def offered(line: str) -> list[str]:
    """What bash is offered for the last word of the line."""
    words = {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    environment = {**os.environ, "_KERNELCRAFT_COMPLETE": "complete_bash", **words}
    run = [sys.executable, "-c", ASK]
    done = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("kernelcraft sim", ["simulate"]),
        ("kernelcraft simulate c", ["cell", "coral_npu"]),
        ("kernelcraft grade --rul", ["--rules"]),
    ],
)
def test_commands_platforms_and_options(line: str, expected: list[str]) -> None:
    assert offered(line) == expected


def test_the_cells_of_a_beginning() -> None:
    cells = find_cells(platform="coral_npu", task="relu")
    assert offered("kernelcraft check coral_npu/relu") == [cell.name for cell in cells]


def test_the_script_is_installed_at_home(tmp_path: Path) -> None:
    environment = {**os.environ, "HOME": str(tmp_path)}
    environment["_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION"] = "1"
    run = [sys.executable, "-c", ASK, "--install-completion", "bash"]
    subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
    assert ".bash_completions" in (tmp_path / ".bashrc").read_text()
