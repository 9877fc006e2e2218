"""`suites`, `evaluate --suite` and `evaluate --dry-run`."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path

import pytest

from kernelcraft.cells.cell import find_cells, load_cell
from kernelcraft.evaluation.estimate import Call, dearest_call
from kernelcraft.evaluation.options import Generation, Options
from kernelcraft.evaluation.prices import set_prices, shipped
from kernelcraft.workbench import Workbench
from tests.cli.conftest import Command

GPT = "openai/gpt-5.2"
UNPRICED = "openrouter/deepseek/deepseek-r1-0528"
ROOT = Path(__file__).parents[2]
PRICED = "openai/gpt-5"  # context 400,000 tokens, replies up to 128,000, as Inspect knows
PRICE = {"input": 2.0, "output": 10.0, "input_cache_write": 2.0, "input_cache_read": 0.2}
CALL = (400_000 * 2.0 + 128_000 * 10.0) / 1e6
ONE = ("evaluate", "--suite", "lite", "--platform", "plena", "--task", "gemm", "--model")


@pytest.fixture
def prices(tmp_path: Path) -> Path:
    path = tmp_path / "prices.json"
    path.write_text(json.dumps({PRICED: PRICE}))
    return path


def test_suites_are_listed(kernelcraft: Command) -> None:
    shown = kernelcraft("suites").out
    assert "57 cells: 22 of amd_npu, 15 of coral_npu, 20 of plena" in shown
    assert "285 cells: 110 of amd_npu, 75 of coral_npu, 100 of plena" in shown
    assert "not there yet" not in shown
    assert f"--model {GPT}: reasoning effort medium" in shown
    lite, paper = kernelcraft("suites", "--json").several("suites")
    assert (lite["suite"], paper["suite"]) == ("lite", "paper")
    assert paper["turns"] == [15, 20, 25]


def test_a_suite_sets_cells_rules_and_tools(kernelcraft: Command, tmp_path: Path) -> None:
    words = ("evaluate", "--agent", "baseline", "--task", "silu", "--log-dir", tmp_path)
    found = kernelcraft(*words, "--suite", "paper", "--config", "C1", "--json")
    results = found.several("results")
    cells = find_cells(task="silu", config="C1")
    assert [each["cell"] for each in results] == [cell.name for cell in cells]
    line, *_ = (tmp_path / "episodes.jsonl").read_text().splitlines()
    assert json.loads(line)["rules"] == "paper"
    other = kernelcraft(*words, "--suite", "paper", "--held-out", "2")
    assert (other.code, "leave --held-out out" in other.err) == (2, True)


def test_a_dry_run_needs_no_key_and_writes_nothing(kernelcraft: Command, tmp_path: Path) -> None:
    found = kernelcraft(*ONE, GPT, "--dry-run", "--log-dir", tmp_path / "log", "--json")
    (episode,) = found.several("episodes")
    assert (episode["cell"], episode["turns"]) == ("plena/gemm/C3", 15)
    prompt = Workbench(load_cell("plena/gemm/C3")).prompt.tokens
    assert prompt < int(str(episode["prompt_tokens"])) < prompt + 1000  # and the tools
    assert found.record["bound_dollars"] == pytest.approx(
        15 * (400_000 * 1.75 + 128_000 * 14) / 1e6
    )
    assert found.record["typical_dollars"] == episode["typical_dollars"]
    assert 0.1 < float(str(found.record["typical_dollars"])) < 2.0
    assert not (tmp_path / "log").exists()
    shown = kernelcraft(*ONE, GPT, "--dry-run")
    assert "Price: $1.75 input" in shown.out
    assert "developers.openai.com" in shown.out
    assert "estimated without the model's tokeniser" in shown.out


def test_a_model_without_a_price_has_no_cost(kernelcraft: Command) -> None:
    found = kernelcraft(*ONE, UNPRICED, "--dry-run", "--json").record
    unknown = (found["bound_dollars"], found["typical_dollars"], found["price"], found["unknown"])
    assert unknown == (None, None, None, f"the price of {UNPRICED}")
    shown = kernelcraft(*ONE, UNPRICED, "--dry-run")
    assert f"at most unknown (the price of {UNPRICED} is unknown)" in shown.out


def test_models_of_the_documentation_have_a_price_with_source_and_date() -> None:
    readme = (ROOT / "README.md").read_text() + (ROOT / "docs" / "agents.md").read_text()
    named = set(re.findall(r"--model ((?:openai|anthropic|google)/[a-z0-9.-]+[a-z0-9])", readme))
    assert {"openai/gpt-5", "anthropic/claude-sonnet-4-5"} <= named <= set(shipped())
    for price in shipped().values():
        assert "/" in price.source
        assert price.date < datetime.date(2026, 11, 22)
        assert price.read < price.input <= price.write < price.output


def test_a_file_of_prices_wins(kernelcraft: Command, prices: Path) -> None:
    found = kernelcraft(*ONE, PRICED, "--prices", prices, "--dry-run", "--json").record
    assert found["price"] == f"of {prices}"
    prices.write_text("{")
    wrong = kernelcraft(*ONE, PRICED, "--prices", prices, "--dry-run")
    assert (wrong.code, str(prices) in wrong.err) == (2, True)


@pytest.mark.parametrize(
    ("limits", "dollars"),
    [
        ((), 15 * CALL),
        (("--turns", "2"), 2 * CALL),
        (("--turns", "2", "--epochs", "3"), 6 * CALL),
        (("--cost-limit", "0.5"), 0.5 + CALL),
        (("--token-limit", "100000"), 100_000 * 10.0 / 1e6 + CALL),
        (("--max-tokens", "1000", "--turns", "1"), (400_000 * 2.0 + 1000 * 10.0) / 1e6),
    ],
)
def test_the_bound_follows_from_prices_and_limits(
    kernelcraft: Command, prices: Path, limits: tuple[str, ...], dollars: float
) -> None:
    found = kernelcraft(*ONE, PRICED, *limits, "--prices", prices, "--dry-run", "--json")
    assert found.record["bound_dollars"] == pytest.approx(dollars)


def test_what_is_unknown_is_named(tmp_path: Path) -> None:
    deepseek, local = "openrouter/deepseek/deepseek-r1-0528", "openai-api/local/unheard-of"
    path = tmp_path / "prices.json"
    path.write_text(json.dumps({deepseek: PRICE, local: PRICE}))
    set_prices(path)
    options = Options(tmp_path)
    assert dearest_call(local, options) == Call(None, f"the context length of {local}")
    reply = f"the longest reply of {deepseek} (--max-tokens sets one)"
    assert dearest_call(deepseek, options) == Call(None, reply)
    sized = Options(tmp_path, generation=Generation(max_tokens=1000))
    assert dearest_call(deepseek, sized).dollars == pytest.approx((65_536 * 2 + 1000 * 10) / 1e6)


def test_finished_episodes_cost_nothing_more(kernelcraft: Command, tmp_path: Path) -> None:
    suite = ("--suite", "lite", "--task", "relu")
    words = ("evaluate", *suite, "--agent", "baseline", "--log-dir", tmp_path)
    before = kernelcraft(*words, "--dry-run")
    assert before.out.splitlines() == [
        "amd_npu/relu/C2@1",
        "coral_npu/relu/C2@1",
        "plena/relu/C2@1",
        "3 episodes to run; no model is asked, so they cost nothing",
    ]
    kernelcraft(*words)
    after = kernelcraft(*words, "--dry-run", "--json")
    assert (after.record["wanted"], after.record["finished"]) == (3, 3)
    assert after.record["episodes"] == []


def test_a_one_shot_prompt_can_be_seen(kernelcraft: Command) -> None:
    plain = kernelcraft("show", "plena/mha/C1", "--json").record
    words = ("show", "plena/mha/C1", "--example", "auto", "--tools", "paper", "--json")
    one = kernelcraft(*words).record
    assert "(plena/attention/C1), which is not your task" in str(one["task"])
    assert int(str(one["tokens"])) > int(str(plain["tokens"]))
    assert "compare_attempts()" not in str(one["system"])
    wrong = kernelcraft("show", "plena/mha/C1", "--tools", "write_code,run_evaluation,grep")
    assert (wrong.code, "there is no tool 'grep'" in wrong.err) == (2, True)
