"""What a log holds of an episode, in order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from inspect_ai.event import InfoEvent, SampleLimitEvent, ToolEvent
from inspect_ai.log import read_eval_log, write_eval_log
from inspect_ai.model import ContentText
from inspect_ai.scorer import Score

from kernelcraft.cells.cell import load_cell
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.runner import evaluate
from kernelcraft.records import conversation
from kernelcraft.records.conversation import Call, Conversation, Note, Reply
from kernelcraft.records.jsonl import Unreadable
from kernelcraft.workbench import InProcess
from tests.evaluation.strategies import SILU, Submits
from tests.small_kernels import silu

REPLIES = [
    {
        "text": "First the manual.",
        "calls": [{"tool": "grep_docs", "arguments": {"query": "V_EXP"}}, {"tool": "run"}],
    },
    {
        "calls": [
            {"tool": "write_code", "arguments": {"code": silu(4)}},
            {"tool": "run_evaluation"},
        ]
    },
    {"text": "Done."},
]


def only(log_dir: Path) -> Conversation:
    (path,) = log_dir.glob("*.eval")
    (found,) = conversation.read(path)
    return found


def test_replies_calls_answers_and_refusals_stand_in_order(tmp_path: Path) -> None:
    script = tmp_path / "replies.json"
    script.write_text(json.dumps(REPLIES))
    options = Options(tmp_path / "log")
    cells = [load_cell(SILU[0])]
    (episode,) = evaluate(cells, "llm", f"scripted/{script}", options, grader=InProcess()).episodes
    found = only(options.log_dir)
    assert found.key == episode.key
    first, grep, refused, second, write, run, last = found.entries
    assert isinstance(first, Reply)
    assert (first.turn, first.text, first.failed) == (1, "First the manual.", None)
    assert first.tokens is not None
    assert isinstance(grep, Call)
    assert (grep.tool, grep.arguments, grep.refused) == ("grep_docs", {"query": "V_EXP"}, None)
    assert "V_EXP" in grep.answer
    assert isinstance(refused, Call)
    assert refused.refused is not None
    assert "run_evaluation" in refused.refused  # the tools that there are
    assert isinstance(second, Reply)
    assert isinstance(write, Call)
    assert write.arguments == {"code": silu(4)}
    assert isinstance(run, Call)
    assert run.answer.startswith("correct")
    assert isinstance(last, Reply)
    assert last.text == "Done."


def test_an_offline_agent_leaves_its_lines(tmp_path: Path) -> None:
    options = Options(tmp_path)
    agent = Submits((silu(4), "no kernel"))
    evaluate([load_cell(SILU[0])], agent, None, options, grader=InProcess())
    (note,) = only(tmp_path).entries
    assert isinstance(note, Note)
    assert note.source == "submits"
    assert len(note.text.splitlines()) == 2


def test_a_log_may_hold_more_than_ours(tmp_path: Path) -> None:
    agent = Submits((silu(4),))
    evaluate([load_cell(SILU[0])], agent, None, Options(tmp_path), grader=InProcess())
    (path,) = tmp_path.glob("*.eval")
    log = read_eval_log(path.as_posix())
    (sample,) = log.samples or []
    sample.scores = {**(sample.scores or {}), "of another program": Score(value=1)}
    answer = [ContentText(text="one"), ContentText(text="two")]
    sample.events += [
        InfoEvent(source="other", data={"a": 1}),
        ToolEvent(id="1", function="look", arguments={}, result=[*answer]),
        SampleLimitEvent(type="time", message="too late"),
    ]
    write_eval_log(log, path.as_posix())
    _, info, call, limit = only(tmp_path).entries
    assert info == Note("other", "{'a': 1}")
    assert call == Call("look", {}, "one\ntwo", None)
    assert limit == Note("limit", "too late")


def test_damage_is_one_of_the_faults_that_are_told(tmp_path: Path) -> None:
    path = tmp_path / "cut.eval"
    path.write_bytes(b"PK\x03\x04 and no more")
    with pytest.raises(Unreadable):
        list(conversation.read(path))
