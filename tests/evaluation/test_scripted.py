"""The model of prepared replies, and prices."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.protocol import Detail
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.prices import PriceFault
from kernelcraft.evaluation.runner import EvaluationError, evaluate
from kernelcraft.workbench import InProcess
from tests.evaluation.strategies import SILU
from tests.small_kernels import relu, silu

CALLS = [{"tool": "write_code", "arguments": {"code": silu(4)}}, {"tool": "run_evaluation"}]
SCRIPT = [{"calls": CALLS}, {"text": "done"}]


def script(folder: Path, replies: object = SCRIPT) -> Path:
    path = folder / "replies.json"
    path.write_text(json.dumps(replies))
    return path


def test_scripted_model_solves_a_cell(tmp_path: Path) -> None:
    model = f"scripted/{script(tmp_path)}"
    result = evaluate(
        [load_cell(SILU[0])], "llm", model, Options(tmp_path / "log"), grader=InProcess()
    )
    episode = result.episodes[0]
    assert episode.correct
    assert (episode.turns, episode.tool_calls) == (2, 2)
    assert episode.tokens.output > 0
    assert episode.cost is None  # an unknown price is unknown, not zero


@pytest.mark.parametrize("detail", get_args(Detail))
def test_a_model_is_told_of_the_instructions_in_short_or_in_full(
    tmp_path: Path, detail: Detail
) -> None:
    cell = load_cell("coral_npu/relu/C1")
    code = relu(cell.dims["n"], int(cell.constants["zero_point"]))
    calls = [{"tool": "write_code", "arguments": {"code": code}}, {"tool": "run_evaluation"}]
    model = f"scripted/{script(tmp_path, [{'calls': calls}, {'text': 'done'}])}"
    options = Options(tmp_path / "log", prompt=detail)
    (episode,) = evaluate([cell], "llm", model, options, grader=InProcess()).episodes
    assert (episode.correct, episode.prompt) == (True, detail)
    assert (episode.tokens.input > 100_000) == (detail == "full")
    assert episode.kernel is not None
    assert episode.kernel.endswith(".s")
    assert (tmp_path / "log" / episode.kernel).read_text() == code
    other = Options(tmp_path / "log", prompt="compact" if detail == "full" else "full")
    (again,) = evaluate([cell], "llm", model, other, grader=InProcess()).episodes
    assert again.fingerprint != episode.fingerprint  # it is not taken for done


def test_the_history_knows_turns_and_tokens(tmp_path: Path) -> None:
    write = {"tool": "write_code", "arguments": {"code": silu(4)}}
    evaluate_ = {"tool": "run_evaluation"}
    turns = [
        {"calls": [{"tool": "check_syntax"}]},
        {"calls": [write, evaluate_, evaluate_]},
        {"calls": [evaluate_]},
        {"text": "done"},
    ]
    model = f"scripted/{script(tmp_path, turns)}"
    result = evaluate(
        [load_cell(SILU[0])], "llm", model, Options(tmp_path / "log"), grader=InProcess()
    )
    episode = result.episodes[0]
    assert episode.history is not None
    assert [step.turn for step in episode.history] == [2, 2, 3]
    spent = [step.tokens for step in episode.history]
    assert 0 < spent[0] == spent[1] < spent[2]
    assert spent[2] < episode.tokens.input + episode.tokens.output
    assert episode.limited is False
    more = Options(tmp_path / "log", turns=2)
    result = evaluate([load_cell(SILU[0])], "llm", model, more, grader=InProcess())
    (cut,) = result.episodes
    assert cut.history == episode.history[:2]
    assert (cut.limited, cut.tokens.input + cut.tokens.output) == (True, spent[1])


def test_every_turn_is_paid(tmp_path: Path) -> None:
    model = f"scripted/{script(tmp_path)}"
    price = {"input": 1e6, "output": 0.0, "input_cache_write": 0.0, "input_cache_read": 0.0}
    prices = tmp_path / "prices.json"
    prices.write_text(json.dumps({model: price}))
    options = Options(tmp_path / "log", prices=prices)
    result = evaluate([load_cell(SILU[0])], "llm", model, options, grader=InProcess())
    episode = result.episodes[0]
    assert episode.cost == pytest.approx(episode.tokens.input)  # a dollar a token


def test_cost_limit_ends_the_episode(tmp_path: Path) -> None:
    model = f"scripted/{script(tmp_path)}"
    price = {"input": 1.0, "output": 0.0, "input_cache_write": 0.0, "input_cache_read": 0.0}
    prices = tmp_path / "prices.json"
    prices.write_text(json.dumps({model: price}))
    options = Options(tmp_path / "log", prices=prices, cost_limit=1e-6)
    result = evaluate([load_cell(SILU[0])], "llm", model, options, grader=InProcess())
    assert result.episodes[0].stop.startswith("cost limit")
    assert (result.episodes[0].turns, result.episodes[0].failure) == (1, "tool use")
    assert result.episodes[0].tokens.input > 0


@pytest.mark.parametrize(
    ("text", "message"),
    [('[{"txt": "x"}]', "txt"), ("[", "EOF"), ('{"text": "x"}', "valid array")],
)
def test_a_bad_script_is_one_sentence(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "replies.json"
    path.write_text(text)
    with pytest.raises(EvaluationError, match=message):
        evaluate(
            [load_cell(SILU[0])],
            "llm",
            f"scripted/{path}",
            Options(tmp_path / "log"),
            grader=InProcess(),
        )


def test_bad_prices_are_one_sentence(tmp_path: Path) -> None:
    prices = tmp_path / "prices.json"
    prices.write_text('{"openai/gpt-5": {"input": "cheap"}}')
    options = Options(tmp_path / "log", prices=prices)
    with pytest.raises(PriceFault, match="openai/gpt-5.input: "):
        evaluate([load_cell(SILU[0])], "llm", "openai/gpt-5", options, grader=InProcess())
