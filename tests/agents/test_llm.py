"""The llm loop with Inspect's real OpenAI client against a local server."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from inspect_ai.log import read_eval_log

from kernelcraft.agents.printed import prints_kernel
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.evaluation.events import Event, Retrying
from kernelcraft.evaluation.options import Generation, Options
from kernelcraft.evaluation.runner import EvaluationResult, evaluate
from kernelcraft.records.episode import Episode
from kernelcraft.workbench import TOOLS, InProcess, Workbench
from kernelcraft.workbench.feedback import Feedback
from kernelcraft.workbench.offered import OFFERED
from tests.agents.openai_protocol import OpenAI
from tests.agents.provider_server import Cut, Refuse, Reply, Script, Stall, Step, serve
from tests.small_kernels import fetch, silu

CELL = "plena/silu/C1"
RIGHT = silu(4)
WRONG = fetch(4)
UNREADABLE = "V_AD_VV gp1, gp2, gp3\n"
FAULTY = "S_ADDI_INT gp1, gp0, 1\nV_EXP_V gp1, gp1\n"  # a misaligned row

WRITE_AND_RUN = (("write_code", json.dumps({"code": RIGHT})), ("run_evaluation", "{}"))
DONE = Reply("That is my best kernel.")


def run(
    log_dir: Path,
    steps: Sequence[Step],
    *,
    retries: int = 2,
    seconds: int = 30,
    turns: int | None = None,
    tools: tuple[str, ...] = OFFERED,
    example: str | None = None,
    feedback: Feedback = Feedback(),  # noqa: B008 (it is frozen)
) -> tuple[EvaluationResult, Script, list[Event]]:
    heard: list[Event] = []
    with serve(steps, OpenAI()) as (url, script):
        options = Options(
            log_dir,
            turns=turns,
            tools=tools,
            example=example,
            feedback=feedback,
            base_url=url,
            generation=Generation(retries=retries, seconds=seconds),
        )
        result = evaluate(
            [load_cell(CELL)],
            "llm",
            "openai-api/local/scripted",
            options,
            grader=InProcess(),
            listen=heard.append,
        )
    return result, script, heard


def episode(log_dir: Path, *steps: Step) -> Episode:
    result, _, _ = run(log_dir, steps)
    assert not result.failed
    assert result.complete
    return result.episodes[0]


def test_tool_loop_to_a_right_kernel(tmp_path: Path) -> None:
    steps: list[Step] = [*(Reply(calls=(call,)) for call in WRITE_AND_RUN), DONE]
    result, script, _ = run(tmp_path, steps)
    found = result.episodes[0]
    assert found.correct
    assert found.failure is None
    assert (found.turns, found.turns_to_first_pass, found.evaluations_to_first_pass) == (3, 2, 1)
    assert (found.tool_calls, found.refused_calls) == (2, 0)
    assert found.tokens.model_dump() == {
        "input": 180,
        "output": 30,
        "cache_read": 120,
        "cache_write": 0,
        "reasoning": 0,
    }
    assert found.cost is None
    assert found.kernel is not None
    assert (tmp_path / found.kernel).read_text() == RIGHT
    messages = script.requests[2]["messages"]
    assert isinstance(messages, list)
    assert [message["role"] for message in messages] == [
        "system",
        "user",
        *("assistant", "tool") * 2,
    ]
    assert "match rate: 100.00%" in messages[-1]["content"]


def test_tools_are_the_workbench_methods(tmp_path: Path) -> None:
    _, script, _ = run(tmp_path, [DONE])
    tools = script.requests[0]["tools"]
    assert isinstance(tools, list)
    functions = {tool["function"]["name"]: tool["function"] for tool in tools}
    assert list(functions) == [
        "write_code",
        "check_syntax",
        "run_evaluation",
        "view_output",
        "grep_docs",
        "get_instruction_size",
        "profile",
        "compare_attempts",
    ]
    assert functions["write_code"]["parameters"]["required"] == ["code"]
    assert all(function["description"] for function in functions.values())


def test_fewer_tools_and_a_worked_example(tmp_path: Path) -> None:
    steps: list[Step] = [Reply(calls=(("profile", "{}"),)), Reply(calls=WRITE_AND_RUN), DONE]
    result, script, _ = run(tmp_path, steps, tools=TOOLS, example="auto")
    found, first, second = result.episodes[0], script.requests[0], script.requests[1]
    assert (found.tools, found.example) == (TOOLS, "plena/relu/C1")
    assert (found.correct, found.refused_calls) == (True, 1)
    tools, messages, answers = first["tools"], first["messages"], second["messages"]
    assert isinstance(tools, list)
    assert isinstance(messages, list)
    assert isinstance(answers, list)
    assert [tool["function"]["name"] for tool in tools] == list(TOOLS)
    assert kernels.expert(load_cell("plena/relu/C1")).strip() in messages[1]["content"]
    assert "The tools are: write_code, check_syntax" in answers[-1]["content"]
    assert "compare_attempts" not in answers[-1]["content"]


def test_feedback_that_is_left_out_reaches_no_model(tmp_path: Path) -> None:
    wrong = Reply(calls=(("write_code", json.dumps({"code": "V_EXP_W"})), ("check_syntax", "{}")))
    whole, script, _ = run(tmp_path, [wrong, DONE])
    assert "V_EXP_V" in str(script.requests[1]["messages"][-1])  # type: ignore[index]
    masked, script, _ = run(tmp_path, [wrong, DONE], feedback=Feedback.without("errors"))
    assert "it does not assemble" in str(script.requests[1]["messages"][-1])  # type: ignore[index]
    found = [result.episodes[0] for result in (whole, masked)]
    assert [each.feedback for each in found] == [None, "rows,profile,what-if,manual,example"]
    assert found[0].fingerprint != found[1].fingerprint


def test_extra_feedback_makes_other_episodes(tmp_path: Path) -> None:
    usual, _, _ = run(tmp_path / "usual", [DONE])
    aided, script, _ = run(tmp_path / "aided", [DONE], feedback=Feedback.parse("all,hazards"))
    assert "and hazards" in str(script.requests[0]["messages"])
    assert [each.feedback for each in (*usual.episodes, *aided.episodes)] == [None, "all,hazards"]
    assert usual.episodes[0].fingerprint != aided.episodes[0].fingerprint


def test_what_a_model_was_told_is_hashed_into_record_and_log(tmp_path: Path) -> None:
    plain, other = (run(tmp_path, [DONE], example=each)[0].episodes[0] for each in (None, "gelu"))
    assert plain.texts is not None
    assert other.texts is not None
    assert plain.texts.system == other.texts.system
    assert plain.texts.task != other.texts.task
    assert plain.fingerprint != other.fingerprint
    system = Workbench(load_cell(CELL)).prompt.system
    assert plain.texts.system == hashlib.sha256(system.encode()).hexdigest()[:16]
    (sample,) = read_eval_log(str(tmp_path / plain.log)).samples or []
    assert sample.metadata["texts"] == plain.texts.model_dump()


def test_parallel_tool_calls_run_in_their_order(tmp_path: Path) -> None:
    found = episode(tmp_path, Reply(calls=WRITE_AND_RUN), DONE)
    assert found.correct
    assert found.turns_to_first_pass == 1


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        (("write_code", '{"code": "V_ADD'), "Call it as write_code(code: str)."),
        (("write_code", '{"text": "x"}'), "'code' is a required property"),
        (("view_output", '{"num_rows": "many"}'), "Call it as view_output(num_rows: int = 10)."),
        (("compile", "{}"), "The tools are: write_code, check_syntax"),
    ],
    ids=["malformed JSON", "wrong argument", "wrong type", "unknown tool"],
)
def test_refused_calls_are_explained(tmp_path: Path, call: tuple[str, str], answer: str) -> None:
    steps: list[Step] = [Reply(calls=(call,)), Reply(calls=WRITE_AND_RUN), DONE]
    result, script, _ = run(tmp_path, steps)
    found = result.episodes[0]
    assert found.correct
    assert (found.tool_calls, found.refused_calls) == (3, 1)
    messages = script.requests[1]["messages"]
    assert isinstance(messages, list)
    assert answer in messages[-1]["content"]


@pytest.mark.parametrize(
    "step",
    [Refuse(429, retry_after=0.01), Refuse(500), Cut()],
    ids=["429 with Retry-After", "500", "reply cut in the middle"],
)
def test_a_failing_provider_is_asked_again(tmp_path: Path, step: Step) -> None:
    steps: list[Step] = [step, Reply(calls=WRITE_AND_RUN), DONE]
    result, script, _ = run(tmp_path, steps)
    assert result.episodes[0].correct
    assert len(script.requests) == 3


def test_a_silent_provider_is_asked_again_and_it_is_said(tmp_path: Path) -> None:
    steps: list[Step] = [Stall(3), Reply(calls=WRITE_AND_RUN), DONE]
    result, _, heard = run(tmp_path, steps, seconds=1)
    assert result.episodes[0].correct
    said = [event for event in heard if isinstance(event, Retrying)]
    assert [event.attempt for event in said] == [1]


def test_a_provider_that_stays_down_leaves_no_record(tmp_path: Path) -> None:
    down: list[Step] = [Refuse(500)] * 20
    result, _, _ = run(tmp_path, down, retries=0)
    assert not result.complete
    assert result.episodes == ()
    assert "500" in result.failed[0].message
    result, _, _ = run(tmp_path, [Reply(calls=WRITE_AND_RUN), DONE])
    assert result.complete
    assert result.resumed == 0


def test_printed_kernel_is_a_tool_use_failure(tmp_path: Path) -> None:
    found = episode(tmp_path, Reply(f"Here it is:\n```asm\n{RIGHT}```\nGood luck."))
    assert (found.failure, found.evaluations, found.turns) == ("tool use", 0, 1)


def test_printed_kernel_after_a_wrong_attempt_is_one_too(tmp_path: Path) -> None:
    calls = (("write_code", json.dumps({"code": WRONG})), ("run_evaluation", "{}"))
    found = episode(tmp_path, Reply(calls=calls), Reply(RIGHT))
    assert (found.failure, found.evaluations) == ("tool use", 1)


@pytest.mark.parametrize(
    ("kernel", "failure"),
    [(WRONG, "wrong result"), (UNREADABLE, "syntax"), (FAULTY, "fault"), ("", "tool use")],
)
def test_failure_classes(tmp_path: Path, kernel: str, failure: str) -> None:
    calls = (("write_code", json.dumps({"code": kernel})), ("run_evaluation", "{}"))
    found = episode(tmp_path, Reply(calls=calls), DONE)
    assert not found.correct
    assert found.failure == failure
    assert found.kernel is None


def test_turn_limit_ends_the_episode_and_it_is_graded(tmp_path: Path) -> None:
    steps: list[Step] = [Reply(calls=WRITE_AND_RUN)] * 5
    result, script, _ = run(tmp_path, steps, turns=2)
    assert len(script.requests) == 2
    assert result.episodes[0].correct
    assert result.episodes[0].stop == "turn limit (2)"


def test_a_reply_cut_at_its_token_limit_is_named(tmp_path: Path) -> None:
    found = episode(tmp_path, Reply("V_ADD", finish="cut"))
    assert found.stop == "the reply was cut at its token limit"


MNEMONICS = ("V_ADD_VV", "S_ADDI_INT", "and")


@pytest.mark.parametrize(
    ("text", "kernel"),
    [
        ("```\nV_ADD_VV gp1, gp2, gp3\nS_ADDI_INT gp1, gp0, 4\n```", True),
        ("```asm\nloop: V_ADD_VV gp1, gp2, gp3\nv_add_vv gp1, gp2, gp3", True),  # never closed
        ("V_ADD_VV gp1, gp2, gp3\n" * 3, True),
        ("Use V_ADD_VV gp1, gp2, gp3 next.\n" * 3, False),
        ("The line\n```\nV_ADD_VV gp1, gp2, gp3\n```\nis slow.", False),
        ("It loads\nand adds.", False),
        ("", False),
    ],
)
def test_prints_kernel(text: str, kernel: bool) -> None:
    assert prints_kernel(text, MNEMONICS) is kernel
