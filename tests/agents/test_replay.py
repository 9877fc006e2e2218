"""Replaying recorded tool calls, from JSON lines and from a log."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kernelcraft import agents
from kernelcraft.agents import AgentError, Budget
from kernelcraft.cells.cell import load_cell
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.runner import evaluate
from kernelcraft.workbench import InProcess, Workbench
from tests.small_kernels import fetch, silu

CELL = "plena/silu/C1"


def lines(path: Path, *calls: dict[str, object]) -> str:
    path.write_text("".join(f"{json.dumps(call)}\n" for call in calls))
    return f"replay:{path}"


def write(text: str) -> dict[str, object]:
    return {"tool": "write_code", "arguments": {"code": text}}


RUN: dict[str, object] = {"tool": "run_evaluation"}


def replayed(spec: str, budget: Budget | None = None) -> tuple[Workbench, list[str]]:
    workbench, said = Workbench(load_cell(CELL)), list[str]()
    agents.load(spec)(workbench, budget or Budget(), 0, said.append)
    return workbench, said


def test_calls_are_repeated_in_order(tmp_path: Path) -> None:
    spec = lines(tmp_path / "calls.jsonl", write(fetch(4)), RUN, write(silu(4)), RUN)
    workbench, said = replayed(spec)
    assert [attempt.correct for attempt in workbench.attempts] == [False, True]
    assert len(said) == 4
    assert said[3].startswith("run_evaluation: correct")


def test_calls_that_do_not_fit_are_skipped(tmp_path: Path) -> None:
    bad: dict[str, object] = {"tool": "run_evaluation", "arguments": {"fast": "yes"}}
    secret: dict[str, object] = {"tool": "verdict"}
    _, said = replayed(lines(tmp_path / "calls.jsonl", bad, secret, write(silu(4))))
    assert "fast" in said[0]
    assert said[1] == "verdict: no such tool, skipped"


def test_budget_ends_a_replay(tmp_path: Path) -> None:
    spec = lines(tmp_path / "calls.jsonl", write(silu(4)), *[RUN] * 5)
    workbench, _ = replayed(spec, Budget(evaluations=2))
    assert len(workbench.attempts) == 2


def test_calls_of_other_cells_are_left_out(tmp_path: Path) -> None:
    spec = lines(tmp_path / "calls.jsonl", {**RUN, "cell": "plena/silu/C2"})
    with pytest.raises(AgentError, match="holds no tool calls for plena/silu/C1"):
        replayed(spec)


def test_a_log_is_replayed(tmp_path: Path) -> None:
    replies = [{"calls": [write(fetch(4)), RUN]}, {"calls": [write(silu(4)), RUN]}, {"text": "."}]
    script = tmp_path / "replies.json"
    script.write_text(json.dumps(replies))
    cell, options = load_cell(CELL), Options(tmp_path)
    first = evaluate([cell], "llm", f"scripted/{script}", options, grader=InProcess()).episodes[0]
    spec = f"replay:{tmp_path / first.log}"
    again = evaluate([cell], spec, None, Options(tmp_path), grader=InProcess()).episodes[0]
    assert again.agent == "replay"
    assert (again.evaluations, again.evaluations_to_first_pass) == (2, 2)
    assert again.cycles == first.cycles


def test_calls_that_a_tool_cannot_take_are_no_part_of_a_log_s_replay(tmp_path: Path) -> None:
    odd = {**RUN, "arguments": {"fast": ["yes"]}}
    script = tmp_path / "replies.json"
    script.write_text(json.dumps([{"calls": [write(silu(4)), odd, RUN]}, {"text": "."}]))
    options = Options(tmp_path)
    done = evaluate([load_cell(CELL)], "llm", f"scripted/{script}", options, grader=InProcess())
    workbench, said = replayed(f"replay:{tmp_path / done.episodes[0].log}")
    assert [line.partition(":")[0] for line in said] == ["write_code", "run_evaluation"]
    assert workbench.attempts[0].correct


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("calls.jsonl", b'{"tool": "run_evaluation"}\n{"tol": 1}\n', "line 2: tool"),
        ("calls.jsonl", b"", "holds no tool calls"),
        ("calls.jsonl", b"\xff\xfe\n", "line 1"),
        ("run.eval", b"PK\x03\x04", "run.eval cannot be read: "),
    ],
)
def test_a_bad_transcript_is_one_sentence(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(AgentError, match=message):
        agents.load(f"replay:{tmp_path / name}")
