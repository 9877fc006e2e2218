"""The examples of the pages about extending work, in a copy of the package."""

from __future__ import annotations

import os
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
        "read_code(first: int = 1, count: int = 50)",
        "there is no kernel yet: write_code first",
        "    2  V_EXP_V gp1, gp1",
        "- read_code(first, count): lines of the kernel text",
    ),
    "strategy": (
        "Exchanges neighbouring instructions of the compiler",
        "coral_npu/relu/C1: correct on 16 input sets, 669 cycles",
    ),
}


@pytest.mark.parametrize("name", PROMISED)
def test_the_example_of_a_page(name: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    printed = ""
    for block in blocks(ROOT / "docs" / "extending" / f"{name}.md"):
        if block.title:
            block.write(tmp_path)
        if block.title.endswith(".py") and "/" not in block.title:
            printed += run(tmp_path, block.title)
        for command in block.commands:
            arguments = words(command)
            assert arguments is not None
            printed += run(tmp_path, "-m", "kernelcraft", *arguments)
    for promise in PROMISED[name]:
        assert promise in printed


def run(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "src"), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, f"{arguments}\n{done.stdout}{done.stderr}"
    return done.stdout


def test_every_page_about_extending_is_tested() -> None:
    assert {page.stem for page in (ROOT / "docs" / "extending").glob("*.md")} == set(PROMISED)
