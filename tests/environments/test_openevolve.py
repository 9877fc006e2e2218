"""The example for OpenEvolve, with a program in the place of the model, over HTTP."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kernelcraft.environments.stand_in import StandIn
from tests.environments.heavy import ROOT, run
from tests.environments.stand_in_server import serve

pytestmark = pytest.mark.judge
EXAMPLE = ROOT / "examples" / "search" / "with_openevolve.py"


def test_openevolve_finds_a_faster_kernel(tmp_path: Path) -> None:
    with serve(StandIn("plena/softmax/C2")) as url:
        given = {"OPENAI_API_BASE": url, "OPENAI_API_KEY": "none"}
        done = run("openevolve", EXAMPLE, "stand-in", "6", variables=given, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    cycles = re.search(r"^(\d+) cycles, reward 0\.\d+$", done.stdout, re.MULTILINE)
    assert cycles is not None, done.stdout
    assert int(cycles[1]) < 483
    lines = (tmp_path / "evaluations.jsonl").read_text().splitlines()
    assert len(lines) == 1 + 6  # the beginning, and one an iteration
