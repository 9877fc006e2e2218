"""OpenEvolve, with a program in the place of the model: the example over HTTP, and the lab."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kernelcraft.environments.stand_in import StandIn
from tests.environments.heavy import ROOT, run
from tests.environments.stand_in_server import serve

pytestmark = pytest.mark.judge
SEARCH = ROOT / "tests" / "environments" / "openevolve_search.py"
EXAMPLE = ROOT / "examples" / "search" / "with_openevolve.py"


def test_openevolve_finds_a_faster_kernel(tmp_path: Path) -> None:
    with serve(StandIn("plena/softmax/C2")) as url:
        given = {"OPENAI_API_KEY": "none"}
        done = run("openevolve", EXAMPLE, "stand-in", "6", url, variables=given, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    cycles = re.search(r"^(\d+) cycles, reward 0\.\d+$", done.stdout, re.MULTILINE)
    assert cycles is not None, done.stdout
    assert int(cycles[1]) < 483
    lines = (tmp_path / "evaluations.jsonl").read_text().splitlines()
    assert len(lines) == 1 + 6  # the beginning, and one an iteration


def test_a_search_of_the_lab_spends_its_budget_and_no_more() -> None:
    done = run("openevolve", SEARCH, variables={})
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    worst, again, best, *spent, lines = found["counted"]
    assert worst == again == pytest.approx(14 / 15)
    assert best == 1.0
    assert spent == [2.0, 2.0]  # the third point is the last one, the fourth is not looked at
    assert lines == 3
    regrets = found["regrets"]
    assert len(regrets) == 40
    assert min(regrets) < regrets[0]
