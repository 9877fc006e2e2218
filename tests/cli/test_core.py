"""On the core alone kernels are crafted, graded and reported; other commands name their extra."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from kernelcraft.cli.errors import Complaint, explain
from kernelcraft.cli.extras import PACKAGES

CELL = "plena/softmax/C1"
REFUSED = sorted({*PACKAGES, "anthropic", "fastapi", "httpx", "torch"})
BLOCKED = f"""
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {REFUSED}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Refuse())
from kernelcraft.cli import main
sys.exit(main())
"""
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs a command where no extra is installed; all in one folder, with a crafted kernel."""
    folder = tmp_path_factory.mktemp("core")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", BLOCKED, *arguments],
            cwd=folder,
            env={**os.environ, "COLUMNS": "200"},
            capture_output=True,
            text=True,
            timeout=120,
        )

    done = run("craft", CELL, "--agent", "tuner", "--evaluations", "4", "-o", "x.asm", *LOG)
    assert done.returncode == 0, done.stderr
    (line,) = (folder / "log" / "episodes.jsonl").read_text().splitlines()
    record = json.loads(line)
    assert record["correct"]
    assert record["stop"] == "finished"
    assert record["evaluations"] == 4
    assert record["log"] == ""
    assert (folder / "x.asm").read_bytes() == (folder / "log" / record["kernel"]).read_bytes()
    return run


LOG = ("--log-dir", "log")
WORKS = [
    (["check", CELL, "x.asm"], "no errors"),
    (["grade", CELL, "x.asm"], "correct"),
    (["run", CELL, "x.asm"], "match rate: 100.00%"),
    (["profile", CELL, "x.asm"], "cycles"),
    (["simulate", "plena", "x.asm"], "cycles"),
    (["show", CELL], "## Tolerance"),
    (["verify", "--platform", "plena", "--task", "softmax", "--config", "C1", "--agent", "expert"],
     "1 of 1 cells correct"),
    (["report", "log"], "tuner"),
    (["agents"], "tuner"),
]  # fmt: skip
NEEDS = [
    (["evaluate", "--platform", "plena", "--agent", "baseline"], "inspect_ai", "agents"),
    (["craft", CELL, "--model", "openai/gpt-5", "--log-dir", "asked"], "inspect_ai", "agents"),
    (["mcp", CELL], "mcp", "mcp"),
    (["report", "log", "--html", "site"], "jinja2", "report"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "shown"), WORKS, ids=[each[0][0] for each in WORKS])
def test_the_core_is_enough(core: Run, arguments: list[str], shown: str) -> None:
    done = core(*arguments)
    assert done.returncode == 0, done.stderr
    assert shown in done.stdout


@pytest.mark.parametrize(("arguments", "module", "extra"), NEEDS, ids=[n[0][0] for n in NEEDS])
def test_a_missing_extra_is_one_sentence(
    core: Run, arguments: list[str], module: str, extra: str
) -> None:
    done = core(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        f"kernelcraft: {module} is missing, which this needs: pip install 'kernelcraft[{extra}]'\n"
    )


def test_an_agent_is_left_alone_when_its_time_is_over(core: Run) -> None:
    limits = ("--evaluations", "100000", "--time-limit", "1")
    line = ("craft", "plena/gemm/C5", "--agent", "tuner")  # which works for 8 s
    done = core(*line, *limits, "--log-dir", "slow", "--json")
    record = json.loads(done.stdout)["episode"]
    assert record["stop"] == "time limit (1 s)"
    assert record["limited"]
    assert record["seconds"] < 30


def test_ray_is_an_extra_and_a_typing_error_of_ours_is_none() -> None:
    missing = explain(ModuleNotFoundError("No module named 'ray'", name="ray"))
    assert missing == Complaint("ray is missing, which this needs: pip install 'kernelcraft[ray]'")
    assert explain(ModuleNotFoundError("No module named 'rya'", name="rya")).code == 3
