"""`evaluate`, `craft` and `report`: what they print, write and keep when they are interrupted."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from tests.cli.conftest import Command
from tests.small_kernels import fill

TWO = ("--platform", "plena", "--task", "silu", "--task", "softmax", "--config", "C1")
CELL = "plena/silu/C1"


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """A transcript that submits a wrong kernel everywhere."""
    path = tmp_path / "wrong.jsonl"
    write = {"tool": "write_code", "arguments": {"code": fill(4)}}
    path.write_text(
        "".join(f"{json.dumps(call)}\n" for call in (write, {"tool": "run_evaluation"}))
    )
    return path


def test_an_evaluation_and_its_report(kernelcraft: Command, tmp_path: Path) -> None:
    log_dir = tmp_path / "log"
    shown = kernelcraft("evaluate", "--agent", "baseline", *TWO, "--log-dir", log_dir)
    assert shown.code == 0
    assert "2 of 2 episodes are finished\n" in shown.out
    assert "[1/2] plena/" in shown.err
    kernel = log_dir / "kernels" / CELL / "baseline.asm"
    assert kernel.read_text() == kernels.baseline(load_cell(CELL))

    again = kernelcraft("evaluate", "--agent", "baseline", *TWO, "--log-dir", log_dir, "--json")
    assert again.code == 0
    record = again.record
    assert (record["wanted"], record["finished"], record["resumed"]) == (2, 2, 2)
    assert [each["cell"] for each in again.several("results")] == [CELL, "plena/softmax/C1"]

    report = kernelcraft("report", log_dir)
    assert report.code == 0
    for name in ("report.md", "report.csv", "report.json", "episodes.jsonl", "kernels"):
        assert str(log_dir / name) in report.out
    rows = list(csv.DictReader((log_dir / "report.csv").open()))
    assert [(row["cell"], row["agent"], row["verdict"]) for row in rows] == [
        (CELL, "baseline", "correct"),
        ("plena/softmax/C1", "baseline", "correct"),
    ]
    assert "| plena/softmax/C1 | baseline | correct |" in (log_dir / "report.md").read_text()
    as_json = kernelcraft("report", log_dir, "--json")
    assert as_json.out == (log_dir / "report.json").read_text()
    assert as_json.several("summaries")[0]["correct"] == 2


def test_the_generalisation_gap_of_a_log_folder(kernelcraft: Command, tmp_path: Path) -> None:
    words = (
        "evaluate",
        "--agent",
        "baseline",
        "--platform",
        "plena",
        "--task",
        "silu",
        "--log-dir",
        tmp_path / "log",
    )
    unseen = kernelcraft(*words, "--held-out", "2", "--seed", "1", "--json")
    assert unseen.code == 0
    smallest, tail = unseen.several("results")
    assert smallest["cell"] == "plena/silu/rows=8,width=64"
    assert (tmp_path / "log" / "kernels" / str(tail["cell"]) / "baseline.asm").is_file()
    assert unseen.record["generalisation"] == []
    kernelcraft(*words, "--config", "C1")
    report = kernelcraft("report", tmp_path / "log", "--json")
    (gap,) = report.several("generalisation")
    assert (gap["tasks"], gap["gap_correct"], gap["speed_ratio"]) == (1, 0.0, 1.0)
    shown = kernelcraft("report", tmp_path / "log")
    assert "Generalisation" in shown.out
    assert "| baseline | held-out | 2 of 2 |" in (tmp_path / "log" / "report.md").read_text()
    again = kernelcraft(*words, "--held-out", "2", "--seed", "1", "--json")
    assert again.record["resumed"] == 2


def test_a_wrong_kernel_finishes_an_episode(
    kernelcraft: Command, tmp_path: Path, wrong: Path
) -> None:
    words = ("evaluate", "--agent", f"replay:{wrong}", *TWO, "--log-dir", tmp_path / "log")
    found = kernelcraft(*words, "--json")
    assert found.code == 0
    assert (found.record["complete"], found.record["correct"]) == (True, 0)
    assert {each["verdict"] for each in found.several("results")} == {"wrong result"}


def test_an_episode_that_breaks_off(kernelcraft: Command, tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    path.write_text('{"tool": "check_syntax", "cell": "plena/gelu/C1"}\n')
    words = ("evaluate", "--agent", f"replay:{path}", *TWO, "--log-dir", tmp_path / "log")
    found = kernelcraft(*words, "--json")
    assert found.code == 1
    assert len(found.several("failed")) == 2
    assert "holds no tool calls for plena/silu/C1" in found.err
    assert "To continue, repeat the command" in found.err


def test_the_log_folder_has_a_usual_place(
    kernelcraft: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert kernelcraft("evaluate", "--agent", "baseline", *TWO[:2], *TWO[4:]).code == 0
    assert (tmp_path / "runs" / "baseline" / "episodes.jsonl").is_file()


def test_a_log_folder_that_cannot_be_made(kernelcraft: Command, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    words = ("evaluate", "--agent", "baseline", *TWO, "--log-dir", tmp_path / "file" / "log")
    found = kernelcraft(*words)
    assert (found.code, found.out) == (2, "")
    assert str(tmp_path / "file" / "log") in found.err


def test_craft_takes_a_kernel_home(kernelcraft: Command, tmp_path: Path) -> None:
    home, log_dir = tmp_path / "home.asm", tmp_path / "log"
    words = ("craft", CELL, "--agent", "baseline", "--log-dir", log_dir)
    found = kernelcraft(*words, "--output", home, "--json")
    assert found.code == 0
    assert found.record["kernel"] == str(home)
    assert home.read_text() == kernels.baseline(load_cell(CELL))
    shown = kernelcraft(*words)
    assert shown.out.splitlines()[-1] == str(log_dir / "kernels" / CELL / "baseline.asm")


@pytest.mark.parametrize("output", [".", "missing/home.asm"])
def test_craft_finds_out_first_that_it_cannot_write(
    kernelcraft: Command, tmp_path: Path, output: str
) -> None:
    log_dir = tmp_path / "log"
    words = ("craft", CELL, "--agent", "baseline", "--log-dir", log_dir)
    found = kernelcraft(*words, "--output", tmp_path / output, "--json")
    assert (found.code, log_dir.exists()) == (2, False)
    assert "cannot be written" in str(found.record["error"])


def test_craft_without_a_right_kernel(kernelcraft: Command, tmp_path: Path, wrong: Path) -> None:
    words = ("craft", CELL, "--agent", f"replay:{wrong}", "--log-dir", tmp_path / "log", "--json")
    found = kernelcraft(*words)
    assert (found.code, found.record["correct"], found.record["kernel"]) == (1, False, None)


def test_a_report_of_nothing(kernelcraft: Command, tmp_path: Path) -> None:
    empty = kernelcraft("report", tmp_path)
    assert (empty.code, "no finished episodes" in empty.err) == (2, True)
    (tmp_path / "episodes.jsonl").write_text("no record\n")
    broken = kernelcraft("report", tmp_path)
    assert (broken.code, "line 1" in broken.err) == (2, True)


def interrupted(words: list[str], said: str) -> tuple[str, str]:
    """What the command prints that is sent Ctrl-C once a line on standard error begins so."""
    with subprocess.Popen(
        [sys.executable, "-m", "kernelcraft", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        while not (line := process.stderr.readline()).startswith(said):
            assert line, f"it never said {said}"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    return out, err


def test_ctrl_c_keeps_what_is_finished(kernelcraft: Command, tmp_path: Path) -> None:
    log_dir = tmp_path / "log"
    words = ["evaluate", "--agent", "baseline", "--platform", "plena", "--task", "silu"]
    words += ["--parallel", "1", "--log-dir", str(log_dir), "--json"]
    out, err = interrupted(words, "[1/5] ")
    assert "Traceback" not in err
    assert f"kernelcraft {' '.join(words)}" in err
    record = json.loads(out)
    assert record["interrupted"]
    assert 1 <= record["finished"] < 5

    again = kernelcraft(*words)
    assert again.code == 0
    assert again.record["resumed"] == record["finished"]
    assert again.record["finished"] == 5


PAUSES = """\
import sys, time

from kernelcraft.agents.baseline import Baseline


class Pauses(Baseline):
    def __call__(self, workbench, budget, seed, log):
        super().__call__(workbench, budget, seed, log)
        print("evaluated", file=sys.stderr, flush=True)
        for _ in range(600):
            time.sleep(0.1)
            log("waiting")  # where an agent is stopped


def create(argument):
    return Pauses(name="pauses")
"""


def test_ctrl_c_keeps_the_best_kernel_so_far(kernelcraft: Command, tmp_path: Path) -> None:
    agent, log_dir = tmp_path / "pauses.py", tmp_path / "log"
    agent.write_text(PAUSES)
    words = ["craft", CELL, "--agent", f"{agent}@create", "--log-dir", str(log_dir), "--json"]
    out, err = interrupted(words, "evaluated")
    record = json.loads(out)
    (kept,) = record["unfinished"]
    assert (record["kernel"], record["message"]) == (None, "interrupted")
    assert f"right on the public inputs, not yet on others: {kept}" in err
    assert Path(kept).read_text() == kernels.baseline(load_cell(CELL))
    assert kernelcraft("grade", CELL, kept).code == 0


def test_a_cell_without_knobs_is_not_tried(kernelcraft: Command, tmp_path: Path) -> None:
    cells = ("--platform", "plena", "--config", "C4", "--task", "silu", "--task", "gelu")
    words = ("evaluate", "--agent", "refine:knobs", *cells, "--evaluations", "2")
    found = kernelcraft(*words, "--log-dir", tmp_path / "log", "--json")
    record = found.record
    assert found.code == 0
    assert (record["wanted"], record["finished"], record["complete"]) == (1, 1, True)
    (left_out,) = found.several("not_tried")
    assert left_out["cell"] == "plena/gelu/C4"
    assert "not tried: plena/gelu/C4: no generator for plena/gelu/C4 has knobs" in found.err
    shown = kernelcraft(*words, "--dry-run")
    assert "plena/gelu/C4 is not tried: no generator for" in shown.out


def test_an_agent_that_has_nothing_to_try_is_refused(
    kernelcraft: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_dir = tmp_path / "log"
    knobs = kernelcraft("craft", "plena/gelu/C1", "--agent", "beam:knobs", "--log-dir", log_dir)
    assert (knobs.code, "tasks of its platform with knobs: " in knobs.err) == (2, True)
    monkeypatch.setattr("kernelcraft.agents.tuner.moves", lambda cell: ())
    tuner = kernelcraft("evaluate", "--agent", "tuner", *TWO, "--log-dir", log_dir)
    assert (tuner.code, "plena has no moves" in tuner.err) == (2, True)
    monkeypatch.setattr("kernelcraft.cells.kernels._writer", lambda cell, kind: None)
    expert = kernelcraft("evaluate", "--agent", "expert", *TWO, "--log-dir", log_dir)
    assert (expert.code, "no expert writes silu kernels for plena" in expert.err) == (2, True)
    assert not log_dir.exists()


def test_a_mock_model_needs_no_network(
    kernelcraft: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise ConnectionError("no network")

    monkeypatch.setattr("requests.get", refused)
    words = ("evaluate", "--model", "mockllm/model", "--platform", "plena", "--task", "silu")
    found = kernelcraft(*words, "--config", "C1", "--log-dir", tmp_path / "log", "--json")
    assert (found.code, found.record["finished"], found.record["correct"]) == (0, 1, 0)
