"""Agents that propose instructions: a scripted one, over MCP, and who is not offered it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest
from mcp.client.client import Client

from kernelcraft.agents import AgentError
from kernelcraft.cells import designs
from kernelcraft.cells.cell import UnknownName, load_cell
from kernelcraft.cells.designs import NoDesign
from kernelcraft.dataset.trajectories import done_again
from kernelcraft.evaluation import transcripts, visits
from kernelcraft.evaluation.audit import audit
from kernelcraft.evaluation.journal import Journal
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.plan import contestant, tried
from kernelcraft.evaluation.replaying import logs, replay
from kernelcraft.evaluation.runner import evaluate
from kernelcraft.experience.store import Store
from kernelcraft.grading.workers import Workers
from kernelcraft.mcp.server import build
from kernelcraft.mcp.visit import Visit
from kernelcraft.reports.report import build as report
from kernelcraft.workbench import Workbench
from tests.design.test_cells import ARGMAX
from tests.mcp.clients import Agent

CELL = load_cell("plena/argmax/C1")
EXPERT = designs.texts("plena")["expert"]
INDEX = EXPERT[EXPERT.index("@instruction") : EXPERT.index('@instruction("V_TOPK')]
"""One instruction, which argmax needs."""
HASTY = INDEX.replace("latency=5", "latency=0")


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(2) as found:
        yield found


def call(tool: str, **arguments: str) -> dict[str, object]:
    return {"tool": tool, "arguments": arguments}


def test_a_scripted_agent_proposes_is_refused_mends_and_solves_the_cell(
    tmp_path: Path, workers: Workers
) -> None:
    script = tmp_path / "replies.json"
    turns = [
        [call("grep_docs", query="argmax")],
        [call("write_code", code=ARGMAX), call("run_evaluation")],
        [call("propose_instruction", text=HASTY)],
        [call("propose_instruction", text=INDEX), call("grep_docs", query="V_RED_MAX_IDX")],
        [call("write_code", code=f"; known now\n{ARGMAX}"), call("check_syntax")],
        [call("run_evaluation")],
    ]
    script.write_text(json.dumps([*({"calls": each} for each in turns), {"text": "done"}]))
    store = tmp_path / "lessons.db"
    options = Options(tmp_path / "log", answer="design", experience=store)
    (episode,) = evaluate([CELL], "llm", f"scripted/{script}", options, grader=workers).episodes
    assert (episode.correct, episode.answer, episode.evaluations) == (True, "design", 2)
    assert episode.evaluations_to_first_pass == 2
    assert episode.cycles == 7035
    assert episode.proposals == INDEX
    assert (episode.conditions, episode.cell) == ("designs", "plena/argmax/C1")
    (log,) = logs(tmp_path / "log")
    assert (replay([log], workers).episodes, replay([log], workers).differences) == (1, ())
    audited = audit([episode])
    (summary,) = report(audited.episodes, []).summaries
    assert summary.agent.endswith(", where instructions are designed")
    (row,) = [done_again(each, workers, "strict", "default") for each in transcripts.read(log)]
    assert row is not None
    assert (row.cell, row.answer, row.steps[-1].right) == (CELL.name, "design", True)
    assert not Store(store).rows()  # no replay would have the instructions


def test_what_is_refused_is_told_in_a_sentence_and_changes_nothing() -> None:
    bench = Workbench(CELL, answer="design")
    refused = bench.call("propose_instruction", {"text": HASTY})
    assert not refused.success
    assert refused.message == (
        "nothing was taken: line 2: latency: expected 1 to 4,096 cycles, got 0; "
        "nothing takes no time"
    )
    assert bench.cell is CELL
    taken = bench.call("propose_instruction", {"text": INDEX})
    assert taken.success
    assert "V_RED_MAX_IDX now; 14 opcodes are left" in taken.message
    again = bench.call("propose_instruction", {"text": INDEX})
    assert "V_RED_MAX_IDX" in again.message
    assert not again.success


def test_instructions_add_up_and_earlier_ones_stay() -> None:
    bench = Workbench(CELL, answer="design")
    for text in (INDEX, EXPERT[EXPERT.index('@instruction("S_SELECT') :]):
        assert bench.call("propose_instruction", {"text": text}).success
    assert {"V_RED_MAX_IDX", "S_SELECT_INT"} <= set(bench.cell.platform.isa.forms)
    bench.write_code(ARGMAX)
    assert bench.run_evaluation().correct


def test_proposals_may_add_to_a_set_that_is_there() -> None:
    bench = Workbench("plena+expert/argmax/C1", answer="design")
    assert (
        "line 2: the machine has V_RED_MAX_IDX already"
        in bench.call("propose_instruction", {"text": INDEX}).message
    )
    assert bench.call("propose_instruction", {"text": designs.texts("plena")["ours"]}).success
    assert {"V_RED_MAX_IDX", "V_RED_MAX_IDX4"} <= set(bench.cell.platform.isa.forms)
    bench.write_code(ARGMAX)
    assert bench.run_evaluation().correct
    assert bench.proposals == designs.texts("plena")["ours"]


def test_the_prompt_tells_of_it_in_this_mode_only() -> None:
    usual, design = Workbench(CELL).prompt, Workbench(CELL, answer="design").prompt
    assert "propose_instruction" in design.system
    assert "m.row(address): a row of 64 elements" in design.task
    assert "propose" not in usual.system + usual.task


def test_in_other_modes_the_tool_is_not_there() -> None:
    bench = Workbench(CELL)
    with pytest.raises(UnknownName, match="propose_instruction is not offered here"):
        bench.call("propose_instruction", {"text": INDEX})


def test_platforms_and_agents_that_take_no_part() -> None:
    with pytest.raises(NoDesign, match="boom takes no proposals"):
        Workbench("boom/vvadd/C1", answer="design")
    with pytest.raises(NoDesign, match="it was drawn by a seed"):
        Workbench("plena~encoding-7f3a/softmax/C1", answer="design")
    with pytest.raises(NoDesign, match="only the usual machine does"):
        Workbench("plena/softmax/C1+errata=official", answer="design")
    with pytest.raises(AgentError, match="boom takes no proposals"):
        tried([load_cell("boom/vvadd/C1")], contestant("llm", "a/b"), "design")
    with pytest.raises(AgentError, match="expert proposes no instructions"):
        tried([CELL], contestant("expert", None), "design")


def test_over_mcp_the_visit_is_graded_on_its_own_machine(tmp_path: Path, workers: Workers) -> None:
    async def work() -> None:
        with Journal(tmp_path, "train", "compact", "design") as notes:
            server = build(Visit(CELL, workers, notes, answer="design"))
            async with Client(server) as client:
                agent = Agent(client)
                assert "m.scratch_row()" in await agent.told("get_task")
                assert "nothing was taken" in await agent.told("propose_instruction", text=HASTY)
                await agent.told("propose_instruction", text=INDEX)
                await agent.told("write_code", code=ARGMAX)
                await agent.told("run_evaluation")

    anyio.run(work)
    settled = visits.settle(tmp_path, workers)
    assert settled.warnings == ()
    (episode,) = settled.episodes
    assert (episode.answer, episode.agent, episode.correct) == ("design", "open tools", True)
    assert episode.proposals == INDEX


def test_over_mcp_other_visits_have_no_such_tool() -> None:
    assert "propose_instruction" not in Visit(CELL, None, None).tools  # type: ignore[arg-type]
