"""The tutorial's second half hour, done as it says, in an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, Block, blocks

PAGE = ROOT / "docs" / "tutorial-simulator.md"
EXAMPLE = ROOT / "tests" / "external"
FILES = [block for block in blocks(PAGE) if block.title]


@pytest.mark.parametrize("block", FILES, ids=lambda block: block.title)
def test_its_files_are_those_that_are_tested(block: Block) -> None:
    assert (EXAMPLE / block.title).read_text(encoding="utf-8") == block.text


def test_the_tutorial(tmp_path: Path) -> None:
    """Every file and every command but the one that needs a key."""
    bin = str(Path(sys.executable).parent)
    variables = {**os.environ, "PATH": os.pathsep.join((bin, os.environ["PATH"]))}
    shown = ""
    for block in blocks(PAGE):
        if block.title:
            block.write(tmp_path)
        for command in block.commands:
            if "--model" not in command:
                done = subprocess.run(
                    ["bash", "-c", command],
                    cwd=tmp_path,
                    env=variables,
                    capture_output=True,
                    text=True,
                )
                assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
                shown += done.stdout
    said = " ".join(shown.split())
    for sentence in (
        "vmax vd, va, vb",
        "correct on 15 input sets, 108 cycles; only its own simulator was asked",
        "load v0, x1",
        "nothing is wrong",
    ):
        assert sentence in said
