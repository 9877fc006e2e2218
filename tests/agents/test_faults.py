"""Everything that providers do wrong, over HTTP, in the OpenAI and the Anthropic protocol."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import anthropic  # noqa: F401  Inspect imports it in the middle of the first episode
import pytest

from kernelcraft.agents.context import LEFT_OUT
from kernelcraft.cells.cell import Cell, find_cells
from kernelcraft.cells.kernels import baseline
from kernelcraft.evaluation.events import Event, Retrying
from kernelcraft.evaluation.options import Generation, Options
from kernelcraft.evaluation.runner import EvaluationResult, evaluate
from kernelcraft.records import jsonl, logs
from kernelcraft.records.episode import Episode
from kernelcraft.workbench import InProcess
from tests.agents.anthropic_protocol import Anthropic
from tests.agents.openai_protocol import VLLM, OpenAI
from tests.agents.provider_server import (
    Cut,
    Drip,
    Garbage,
    Refuse,
    Reply,
    Reset,
    Script,
    Speaks,
    Stall,
    Step,
    TooLong,
    serve,
)

MODELS: dict[str, tuple[str, Speaks]] = {
    "openai": ("openai-api/local/priced", OpenAI()),
    "anthropic": ("anthropic/claude-sonnet-4-20250514", Anthropic()),
    "vllm": ("openai-api/local/served", VLLM()),
}
PROTOCOLS = pytest.mark.parametrize("protocol", ["openai", "anthropic"])
PATIENCE = 6  # seconds that one call may take
DONE = Reply("That is my best kernel.")
WRONG = "S_ADDI_INT gp1, gp0, 1\n"
HUGE = f"; {'x' * 2_000_000}\n"


def write(code: str) -> tuple[str, str]:
    return "write_code", json.dumps({"code": code})


def submit(code: str) -> Reply:
    return Reply(calls=(write(code), ("run_evaluation", "{}")))


def call(tool: str, arguments: str) -> Reply:
    return Reply(calls=((tool, arguments),))


@dataclass(frozen=True)
class Case:
    """What a provider answers, and what comes of it: the class of the failure (None: a right
    kernel), or on what the episode broke off; the tool calls that were refused."""

    steps: Sequence[Step]
    failure: str | None = None
    fault: str | None = None
    refused: int = 0


def cases(right: str) -> dict[str, Case]:
    """Every fault by its name; `right` is a right kernel."""
    end = (submit(right), DONE)
    return {
        "429 with Retry-After": Case((Refuse(429, retry_after=0.1), *end)),
        "500, then 503": Case((Refuse(500), Refuse(503), *end)),
        "connection reset": Case((Reset(), *end)),
        "reply cut in the middle": Case((Cut(), *end)),
        "silence": Case((Stall(PATIENCE + 1), *end)),
        "stream too slow": Case((Drip(submit(right), 1.5 * PATIENCE), *end)),
        "slow stream": Case((Drip(submit(right), 0.3 * PATIENCE), *end)),
        "truncated JSON": Case((call("write_code", '{"code": "V_ADD'), *end), refused=1),
        "invalid JSON": Case((call("write_code", "code: V_ADD}"), *end), refused=1),
        "no object": Case((call("write_code", '["V_ADD"]'), *end), refused=1),
        "unknown tool": Case((call("compile", "{}"), *end), refused=1),
        "missing argument": Case((call("write_code", '{"text": "x"}'), *end), refused=1),
        "wrong type": Case((call("view_output", '{"num_rows": [1]}'), *end), refused=1),
        "huge kernel": Case((call(*write(HUGE)), *end)),
        "huge program": Case((submit("V_ADD_VV gp1\n" * 100_000), *end)),
        "refused": Case((Reply("I cannot help.", finish="refused"),), "refused"),
        "refused after a right kernel": Case((submit(right), Reply("No.", finish="refused"))),
        "refused after a wrong one": Case(
            (submit(WRONG), Reply("No.", finish="refused")), "wrong result"
        ),
        "empty reply": Case((Reply(),), "empty reply"),
        "cut at its token limit": Case((Reply("V_ADD", finish="cut"),), "too long"),
        "longer than the context": Case((TooLong(),), "too long"),
        "printed kernel": Case((Reply(f"```\n{right}```"),), "tool use"),
        "nothing evaluated": Case((call(*write(right)), DONE), "tool use"),
        "always 429": Case((Refuse(429, retry_after=0.1),) * 9, fault="rate limit"),
        "always 500": Case((Refuse(500, retry_after=0.1),) * 9, fault="provider"),
        "always reset": Case((Reset(),) * 9, fault="provider"),
        "no JSON": Case((Garbage(),) * 9, fault="provider"),
        "always silent": Case((Stall(PATIENCE + 1),) * 9, fault="time-out"),
        "wrong key": Case((Refuse(401),), fault="request"),
        "no such model": Case((Refuse(404),), fault="request"),
    }


CELLS = [cell for each in ("C1", "C2", "C3") for cell in find_cells("plena", 1, config=each)]
"""One for each case: the server knows a case by the cell's name in the request."""


def run(
    log_dir: Path,
    script: Mapping[str, Sequence[Step]] | Sequence[Step],
    cells: Sequence[Cell] = CELLS[:1],
    *,
    protocol: str = "openai",
    window: int | None = None,
    prices: Path | None = None,
    model: str | None = None,
    max_tokens: int | None = None,
) -> tuple[EvaluationResult, Script, list[Event]]:
    usual, speaks = MODELS[protocol]
    heard: list[Event] = []
    with serve(script, speaks, window) as (url, served):
        generation = Generation(max_tokens=max_tokens, retries=2, seconds=PATIENCE)
        options = Options(
            log_dir,
            rules="paper",
            parallel=8,
            base_url=url,
            prices=prices,
            generation=generation,
        )
        result = evaluate(
            cells, "llm", model or usual, options, grader=InProcess(), listen=heard.append
        )
    return result, served, heard


@pytest.mark.sweep
@PROTOCOLS
def test_a_run_through_every_fault_loses_nothing(protocol: str, tmp_path: Path) -> None:
    wanted = dict(zip(cases(""), CELLS, strict=False))
    scripts = {f"({cell.name})": cases(baseline(cell))[name].steps for name, cell in wanted.items()}
    result, _, heard = run(tmp_path, scripts, [*wanted.values()], protocol=protocol)
    finished = {episode.cell: episode for episode in result.episodes}
    broken = {failure.cell: failure for failure in result.failed}
    for name, cell in wanted.items():
        case = cases("")[name]
        if case.fault is not None:
            assert broken[cell.name].fault == case.fault, name
            continue
        episode = finished[cell.name]
        assert (episode.failure, episode.correct) == (case.failure, case.failure is None), name
        assert episode.refused_calls == case.refused, name
    assert {event.reason for event in heard if isinstance(event, Retrying)} >= {
        "HTTP 429",
        "HTTP 500",
        "HTTP 503",
        "AttemptTimeoutError",
    }
    (tmp_path / jsonl.FILE).unlink()  # the logs hold as much
    assert {each.key: each for each in logs.load(tmp_path).episodes} == {
        each.key: each for each in result.episodes
    }
    healthy = {f"({cell.name})": (submit(baseline(cell)), DONE) for cell in wanted.values()}
    again, _, _ = run(tmp_path, healthy, [*wanted.values()], protocol=protocol)
    assert (again.complete, again.resumed) == (True, len(finished))
    assert all(episode.correct for episode in again.episodes if episode.cell in broken)


def run_one(
    log_dir: Path, *steps: Step, protocol: str, window: int | None = None
) -> tuple[Episode, Script]:
    result, script, _ = run(log_dir, steps, protocol=protocol, window=window)
    assert not result.failed
    return result.episodes[0], script


SILU = baseline(CELLS[0])
LOOK = call("grep_docs", '{"query": "V_"}')


@PROTOCOLS
def test_retry_after_is_honoured(protocol: str, tmp_path: Path) -> None:
    waits = (Refuse(429, retry_after=2), Refuse(503, retry_after=2))
    episode, script = run_one(tmp_path, *waits, submit(SILU), DONE, protocol=protocol)
    assert episode.correct
    first, second, third, _ = script.times
    assert second - first >= 2  # far more than the first growing pauses
    assert third - second >= 2


@PROTOCOLS
def test_a_long_conversation_is_shortened_until_it_fits(protocol: str, tmp_path: Path) -> None:
    steps = (submit(SILU), submit(WRONG), LOOK, LOOK, LOOK, DONE)
    whole, script = run_one(tmp_path / "whole", *steps, protocol=protocol)
    sizes = [len(json.dumps(request)) for request in script.requests]
    window = sizes[2] + (sizes[3] - sizes[2]) * 3 // 2  # a look and a half
    episode, script = run_one(tmp_path / "cut", *steps, protocol=protocol, window=window)
    assert (episode.correct, episode.turns, episode.evaluations) == (True, whole.turns, 2)
    assert (whole.shortened, episode.shortened) == (0, len(script.requests) - len(steps))
    assert episode.shortened > 0
    last = json.dumps(script.requests[-1])
    assert LEFT_OUT in last
    assert len(last) <= window
    for kept in (SILU, WRONG, "match rate: 100.00%", "the output is wrong"):
        assert json.dumps(kept)[1:-1] in last.replace("\\\\", "\\")


def test_servers_with_other_words_for_a_full_context(tmp_path: Path) -> None:
    result, script, _ = run(tmp_path, [submit(SILU), LOOK, LOOK, TooLong(), DONE], protocol="vllm")
    assert (result.episodes[0].correct, result.episodes[0].shortened) == (True, 1)
    assert len(script.requests) == 5


PRICE = {"input": 1.0, "output": 8.0, "input_cache_write": 2.0, "input_cache_read": 0.5}
MILLION = 1_000_000


@PROTOCOLS
def test_cached_tokens_are_counted_and_priced(protocol: str, tmp_path: Path) -> None:
    prices = tmp_path / "prices.json"
    model = {"openai": "openai-api/local/priced", "anthropic": "anthropic/claude-opus-4-0"}[
        protocol
    ]
    prices.write_text(json.dumps({model: PRICE}))
    result, _, _ = run(
        tmp_path, [submit(SILU), DONE], protocol=protocol, prices=prices, model=model
    )
    tokens = result.episodes[0].tokens
    read = {"openai": 80, "anthropic": 100}[protocol]
    written = {"openai": 0, "anthropic": 40}[protocol]
    assert (tokens.cache_read, tokens.cache_write, tokens.output) == (read, written, 20)
    dollars = tokens.input * 1.0 + read * 0.5 + written * 2.0 + tokens.output * 8.0
    assert result.episodes[0].cost == pytest.approx(dollars / MILLION)


@pytest.mark.parametrize(
    ("protocol", "settings", "sent"),
    [
        (
            "openai",
            Generation(temperature=0.5, max_tokens=900, reasoning_effort="low"),
            {"temperature": 0.5, "max_tokens": 900, "reasoning_effort": "low"},
        ),
        (
            "anthropic",
            Generation(reasoning_tokens=2000),
            {"thinking": {"type": "enabled", "budget_tokens": 2000, "display": "summarized"}},
        ),
    ],
)
def test_settings_reach_the_provider(
    protocol: str, settings: Generation, sent: dict[str, object], tmp_path: Path
) -> None:
    model, speaks = MODELS[protocol]
    with serve([DONE], speaks) as (url, script):
        options = Options(tmp_path, base_url=url, generation=settings)
        evaluate(CELLS[:1], "llm", model, options, grader=InProcess())
    assert {name: script.requests[0].get(name) for name in sent} == sent


@pytest.mark.parametrize("max_tokens", [None, 1000], ids=["streamed", "whole"])
def test_anthropic_is_asked_to_cache(max_tokens: int | None, tmp_path: Path) -> None:
    result, script, _ = run(
        tmp_path, [submit(SILU), DONE], protocol="anthropic", max_tokens=max_tokens
    )
    assert result.episodes[0].correct
    request = script.requests[-1]
    marked = {"cache_control": {"type": "ephemeral"}}
    system, tools = request["system"], request["tools"]
    assert isinstance(system, list)
    assert isinstance(tools, list)
    assert marked.items() <= system[-1].items()
    assert marked.items() <= tools[-1].items()
    assert marked.items() <= request.items()  # the conversation so far
    assert bool(request.get("stream")) is (max_tokens is None)


def test_what_openai_caches_by_itself_stays_in_front(tmp_path: Path) -> None:
    _, script, _ = run(tmp_path, [submit(SILU), submit(SILU), DONE])
    told = [request["messages"] for request in script.requests]
    for before, after in itertools.pairwise(told):
        assert isinstance(before, list)
        assert isinstance(after, list)
        assert after[: len(before)] == before
