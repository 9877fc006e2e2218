"""The examples of the pages about extending work, in a copy of the package."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, blocks, words

# What must be in the output of a page's commands and programs.
PROMISED = {
    "instruction": ("Subtract an unsigned constant", "gp0 = 0  gp1 = 42  gp2 = 0"),
    "task": (
        "plena/square/C2",
        "y = x · x",
        "nothing new is too weak",
        "plena/square/C2: correct on",
    ),
    "tool": (
        "there is no kernel yet: write_code first",
        "    2  V_EXP_V gp1, gp1",
        "- read_code(first, count): lines of the kernel text",
    ),
    "strategy": (
        "Goes on from its best kernel only",
        "Exchanges neighbouring instructions of the compiler",
        "coral_npu/relu/C1: correct on 16 input sets",
        "swapper",
    ),
    "schedule": (
        "an iteration every 1 bundle, ",
        "79 cycles, 79 instructions executed",
    ),
}


ALL = """
import json, sys
from kernelcraft.cli import main
for arguments in json.loads(sys.argv[1]):
    if main(arguments) != 0:
        sys.exit(f"{arguments} failed")
"""


@pytest.mark.sweep
@pytest.mark.parametrize("name", PROMISED)
def test_the_example_of_a_page(name: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    found = blocks(ROOT / "docs" / "extending" / f"{name}.md")
    for block in found:
        if block.title:
            block.write(tmp_path)
    programs = [each.title for each in found if re.fullmatch(r"\w+\.py", each.title)]
    printed = "".join(run(tmp_path, program) for program in programs)
    commands = [words(command) for block in found for command in block.commands]
    printed += run(tmp_path, "-c", ALL, json.dumps(commands))  # one process starts sooner than ten
    for promise in PROMISED[name]:
        assert promise in printed


def run(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "src"), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, f"{arguments}\n{done.stdout}{done.stderr}"
    return done.stdout


def test_every_page_about_extending_is_tested() -> None:
    assert {page.stem for page in (ROOT / "docs" / "extending").glob("*.md")} == set(PROMISED)
