"""Search strategies with a language model, over real HTTP: the same runner, limits and records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kernelcraft.agents import AgentError, Budget
from kernelcraft.cells.cell import load_cell
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.plan import contestant
from kernelcraft.evaluation.replaying import logs, replay
from kernelcraft.evaluation.runner import EvaluationResult, evaluate
from kernelcraft.records.episode import Episode
from kernelcraft.workbench import InProcess
from tests.agents.openai_protocol import OpenAI
from tests.agents.provider_server import Reply, Script, Step, serve
from tests.small_kernels import fetch, silu

CELL = "plena/silu/C1"
MODEL = "openai-api/local/scripted"
WRONG = fetch(4)


def kernel(number: int) -> str:
    """Right kernels that are no two alike: each idles a little less than the one before."""
    return silu(4, after="S_ADDI_INT gp1, gp0, 1\n" * (20 - number))


def hands_over(code: str) -> Reply:
    return Reply(calls=(("write_code", json.dumps({"code": code})),))


def run(
    log_dir: Path, agent: str, *steps: Step, turns: int | None = None, evaluations: int = 200
) -> tuple[EvaluationResult, Script]:
    with serve(steps, OpenAI()) as (url, script):
        options = Options(log_dir, turns=turns, base_url=url, budget=Budget(evaluations))
        cells = [load_cell(CELL)]
        return evaluate(cells, agent, MODEL, options, grader=InProcess()), script


def only(result: EvaluationResult) -> Episode:
    assert not result.failed
    (episode,) = result.episodes
    return episode


def asked(script: Script, number: int) -> str:
    """The last message of a request."""
    messages = script.requests[number]["messages"]
    assert isinstance(messages, list)
    return str(messages[-1]["content"])


def test_best_of_n_asks_the_same_again_and_shows_nothing(tmp_path: Path) -> None:
    kernels = [kernel(0), WRONG, kernel(1)]
    result, script = run(tmp_path, "best-of-n", *map(hands_over, kernels), turns=3)
    episode = only(result)
    assert episode.correct
    assert (episode.agent, episode.model) == ("best-of-n", MODEL)
    assert (episode.turns, episode.evaluations, episode.best_attempt) == (3, 3, 3)
    assert (episode.turns_to_first_pass, episode.evaluations_to_first_pass) == (1, 1)
    assert (episode.stop, episode.limited) == ("turn limit (3)", True)
    assert episode.tokens.input == 3 * 60
    assert episode.kernel == f"kernels/{CELL}/best-of-n-openai-api-local-scripted.asm"
    assert asked(script, 0) == asked(script, 2)
    assert "```" not in asked(script, 2)


def test_refine_shows_the_last_kernel_and_what_was_found(tmp_path: Path) -> None:
    steps = [hands_over(WRONG), hands_over(kernel(3)), hands_over(kernel(4))]
    result, script = run(tmp_path, "refine", *steps, evaluations=3)
    episode = only(result)
    assert (episode.turns, episode.evaluations) == (3, 3)
    assert (episode.stop, episode.limited) == ("evaluation limit (3)", True)
    assert WRONG.rstrip() in asked(script, 1)
    assert "the output is wrong" in asked(script, 1)
    assert kernel(3).rstrip() in asked(script, 2)
    assert "cycles by unit:" in asked(script, 2)  # its profile


def test_planner_coder_and_reviewer_are_asked_in_turn(tmp_path: Path) -> None:
    steps = [
        hands_over(kernel(5)),  # a draft
        Reply("Leave out half of the idle additions."),
        hands_over(kernel(6)),
        Reply("It leaves out one only."),
        hands_over(kernel(15)),
        Reply("Leave out the others."),
        hands_over(kernel(20)),
        Reply("Approved."),
        Reply("Nothing is left."),
    ]
    result, script = run(tmp_path, "planner-coder-reviewer", *steps, turns=9)
    episode = only(result)
    assert (episode.turns, episode.evaluations) == (9, 3)
    assert "Leave out half of the idle additions." in asked(script, 2)
    assert "check_syntax says: " in asked(script, 3)
    assert "It leaves out one only." in asked(script, 4)
    assert "Leave out half of the idle additions.: " in asked(script, 5)  # what it has brought


def test_a_model_may_look_something_up_before_it_hands_over(tmp_path: Path) -> None:
    look = Reply(calls=(("grep_docs", json.dumps({"query": "V_RECI_V"})),))
    result, script = run(tmp_path, "beam", look, hands_over(kernel(0)), turns=2)
    episode = only(result)
    assert (episode.turns, episode.evaluations, episode.tool_calls) == (2, 1, 2)
    assert "V_RECI_V" in asked(script, 1)
    offered = script.requests[0]["tools"]
    assert isinstance(offered, list)
    assert {tool["function"]["name"] for tool in offered} == {"grep_docs", "write_code"}


def test_replies_without_a_kernel_cost_turns_only(tmp_path: Path) -> None:
    broken = Reply(calls=(("write_code", '{"kernel": "halt"}'),))
    steps = [Reply("I cannot."), Reply(), broken, hands_over(kernel(0))]
    episode = only(run(tmp_path, "evolution", *steps, turns=4)[0])
    assert (episode.turns, episode.evaluations, episode.refused_calls) == (4, 1, 1)
    assert episode.correct


def test_a_recorded_search_is_replayed_without_the_model(tmp_path: Path) -> None:
    run(tmp_path, "refine", hands_over(WRONG), hands_over(kernel(0)), turns=2)
    found = replay(logs(tmp_path), InProcess())
    assert (found.episodes, found.differences) == (1, ())


def test_the_same_command_finds_its_episode_again(tmp_path: Path) -> None:
    run(tmp_path, "best-of-n", hands_over(kernel(0)), turns=1)
    result, script = run(tmp_path, "best-of-n", turns=1)
    assert (result.resumed, script.requests) == (1, [])


@pytest.mark.parametrize("agent", ["beam:knobs", "tuner"])
def test_a_program_and_a_model_do_not_both_propose(agent: str) -> None:
    with pytest.raises(AgentError, match="works without a model"):
        contestant(agent, MODEL)
