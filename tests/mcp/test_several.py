"""Several cells at once, what can be read without a tool, and a clock."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest
from mcp import MCPError
from mcp.client.client import Client
from mcp_types import TextContent, TextResourceContents

from kernelcraft.cells.cell import load_cell
from kernelcraft.evaluation import visits
from kernelcraft.evaluation.journal import Journal
from kernelcraft.mcp.clock import Running
from kernelcraft.mcp.server import build
from kernelcraft.mcp.visit import Visit
from kernelcraft.records.episode import Clock
from kernelcraft.reports.groups import label
from kernelcraft.workbench import InProcess
from tests.mcp.clients import Agent, Work
from tests.mcp.test_visit import NoNotes
from tests.small_kernels import silu

CELLS = ("plena/silu/C1", "plena/silu/rows=12,width=64")
SMALL = tuple(map(load_cell, CELLS))


def with_visit(visit: Visit, work: Work) -> None:
    async def connect() -> None:
        async with Client(build(visit)) as client:
            await work(Agent(client))

    anyio.run(connect)


def test_tools_take_the_cell_that_they_are_about() -> None:
    async def work(agent: Agent) -> None:
        for cell in CELLS:
            await agent.told("open_cell", cell=cell)
        await agent.told("write_code", code=silu(4), cell=CELLS[0])
        await agent.told("write_code", code=silu(12))  # the last one that was opened
        for cell, rows in zip(CELLS, (4, 12), strict=True):
            assert (await agent.fields("run_evaluation", cell=cell))["correct"]
            assert f"of {rows} rows" in await agent.told("view_output", cell=cell)
        wrong = await agent.refused("run_evaluation", cell="plena/relu/C1")
        assert wrong == f"the cell 'plena/relu/C1' is not open; open are: {', '.join(CELLS)}"

    with_visit(Visit(None, InProcess(), NoNotes()), work)


def test_with_one_cell_there_is_no_such_argument() -> None:
    async def work(agent: Agent) -> None:
        assert "there is no argument 'cell'" in await agent.refused("check_syntax", cell=CELLS[0])

    with_visit(Visit(SMALL[0], InProcess(), NoNotes()), work)


def test_a_visit_may_be_about_some_cells_only() -> None:
    async def work(agent: Agent) -> None:
        listed = (await agent.fields("list_cells"))["cells"]
        assert isinstance(listed, list)
        assert len(listed) == 2
        said = await agent.refused("open_cell", cell="plena/relu/C1")
        assert said == "plena/relu/C1 is none of the cells of this visit; list_cells names them"
        uris = [str(each.uri) for each in (await agent.client.list_resources()).resources]
        assert uris == ["kernelcraft://manual/plena", *(f"kernelcraft://task/{c}" for c in CELLS)]
        with pytest.raises(MCPError, match="none of the cells of this visit"):
            await agent.client.read_resource("kernelcraft://task/plena/relu/C1")

    with_visit(Visit(None, InProcess(), NoNotes(), among=SMALL), work)


def test_manuals_and_tasks_are_resources_and_a_prompt_starts() -> None:
    async def work(agent: Agent) -> None:
        client = agent.client
        (template,) = (await client.list_resource_templates()).resource_templates
        assert template.uri_template == "kernelcraft://task/{+cell}"
        for uri, part in (
            ("kernelcraft://manual/plena", "V_ADD_VV"),
            ("kernelcraft://task/plena/softmax/C1", "exp"),
        ):
            (found,) = (await client.read_resource(uri)).contents
            assert isinstance(found, TextResourceContents)
            assert part in found.text
        for uri in ("kernelcraft://manual/none", "file:///etc/passwd", "kernelcraft://task/x"):
            with pytest.raises(MCPError):
                await client.read_resource(uri)
        (prompt,) = (await client.list_prompts()).prompts
        (message,) = (await client.get_prompt(prompt.name, {"cell": CELLS[0]})).messages
        assert isinstance(message.content, TextContent)
        assert "Open the cell first: open_cell with cell = plena/silu/C1." in message.content.text
        with pytest.raises(MCPError):
            await client.get_prompt(prompt.name, {"cell": "plena/none/C1"})

    with_visit(Visit(None, InProcess(), NoNotes()), work)


def test_when_the_time_is_over_nothing_is_done_and_the_record_says_which_clock(
    tmp_path: Path,
) -> None:
    clock, seconds = Clock(minutes=45), [0.0]
    journal = Journal(tmp_path, "strict", "compact", clock=clock)
    running = Running(clock, now=lambda: seconds[0])

    async def work(agent: Agent) -> None:
        assert "(left: 45.0 minutes)" in await agent.told("open_cell", cell=CELLS[1])
        await agent.told("write_code", code=silu(12))
        seconds[0] = 44 * 60
        assert "(left: 1.0 minutes)" in await agent.told("run_evaluation")
        assert "(left: 1.0 minutes)" in await agent.refused("write_code")
        assert "(left: 1.0 minutes)" in await agent.refused("no_such_tool")
        seconds[0] = 45 * 60
        said = await agent.refused("run_evaluation")
        assert said == "the 45 minutes are over: nothing is done any more, and the best is graded"

    with journal:
        with_visit(Visit(None, InProcess(), journal, clock=running), work)
    (episode,) = visits.settle(tmp_path, InProcess()).episodes
    assert episode.correct
    assert episode.held_out
    assert episode.evaluations == 1
    assert episode.clock == clock
    assert label(episode) == "open tools in 45 minutes"


def test_tokens_through_the_tools_are_counted() -> None:
    async def work(agent: Agent) -> None:
        await agent.told("open_cell", cell=CELLS[0])
        said = await agent.refused("grep_docs", query="V_ADD")
        assert said.startswith("the 1,000 tokens are used up")

    clock = Running(Clock(tokens=1_000))
    with_visit(Visit(None, InProcess(), NoNotes(), clock=clock), work)


def test_what_is_read_without_a_tool_and_refused_calls_count_too() -> None:
    seconds = [0.0]
    running = Running(Clock(minutes=1, tokens=100_000), now=lambda: seconds[0])

    async def work(agent: Agent) -> None:
        task = f"kernelcraft://task/{CELLS[0]}"
        await agent.client.read_resource(task)
        before = running.left
        await agent.refused("write_code", code="word " * 1_000)
        assert running.left != before
        seconds[0] = 60.0
        with pytest.raises(MCPError, match="the 1 minutes are over"):
            await agent.client.read_resource(task)

    with_visit(Visit(None, InProcess(), NoNotes(), clock=running), work)


def test_a_refused_call_is_noted_with_the_cell_that_it_names(tmp_path: Path) -> None:
    async def work(agent: Agent) -> None:
        for cell in CELLS:
            await agent.told("open_cell", cell=cell)
            await agent.told("write_code", code=silu(4))
        await agent.refused("write_code", cell=CELLS[0])

    with Journal(tmp_path, "strict", "compact") as journal:
        with_visit(Visit(None, InProcess(), journal), work)
    found = visits.settle(tmp_path, InProcess()).episodes
    assert {each.cell: each.refused_calls for each in found} == {CELLS[0]: 1, CELLS[1]: 0}
