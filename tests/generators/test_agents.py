"""Agents that hand in generators: what they are told, what tools answer, and their records."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest
from mcp.client.client import Client

from kernelcraft.cells.cell import load_cell
from kernelcraft.cli import web
from kernelcraft.evaluation import visits
from kernelcraft.evaluation.audit import audit
from kernelcraft.evaluation.journal import Journal
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.plan import contestant, tried
from kernelcraft.evaluation.replaying import logs, replay
from kernelcraft.evaluation.runner import evaluate
from kernelcraft.generators import grade
from kernelcraft.generators.grade import hidden_cells
from kernelcraft.generators.templates import template
from kernelcraft.grading.workers import Workers
from kernelcraft.mcp.server import build
from kernelcraft.mcp.visit import Visit
from kernelcraft.records import jsonl
from kernelcraft.reports import files
from kernelcraft.reports.report import build as report
from kernelcraft.workbench import Workbench
from tests.generators.test_grade import EXAMPLE
from tests.mcp.clients import Agent

CELL = load_cell("plena/silu/C1")
FIXED = EXAMPLE.read_text().replace('x["rows"], x["columns"]', "4, 64")
"""Right at one size."""


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """One hidden size instead of six: the largest takes longest."""
    monkeypatch.setattr(grade, "HIDDEN", 1)


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(2) as found:
        yield found


def calls(text: str) -> dict[str, object]:
    return {
        "calls": [{"tool": "write_code", "arguments": {"code": text}}, {"tool": "run_evaluation"}]
    }


def test_a_scripted_agent_writes_one_from_the_prompt_alone(
    tmp_path: Path, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reads the task, gets a first one wrong, mends it, and is graded at hidden sizes."""
    monkeypatch.setattr(grade, "HIDDEN", 2)
    replies = [{"calls": [{"tool": "grep_docs", "arguments": {"query": "H_PREFETCH_V"}}]}]
    script = tmp_path / "replies.json"
    script.write_text(
        json.dumps([*replies, calls(FIXED), calls(EXAMPLE.read_text()), {"text": ""}])
    )
    options = Options(tmp_path / "log", answer="generator", rules="train")
    (episode,) = evaluate([CELL], "llm", f"scripted/{script}", options, grader=workers).episodes
    assert (episode.correct, episode.answer, episode.evaluations) == (True, "generator", 2)
    assert episode.evaluations_to_first_pass == 2
    assert episode.best is not None
    hidden = [each for each in episode.best.sizes if each.hidden]
    assert [each.correct for each in hidden] == [True] * 2
    assert episode.speedup == episode.best.speedup
    assert episode.speedup is not None
    assert 1.05 < episode.speedup < 1.2
    assert episode.kernel == "kernels/plena/silu/C1/scripted--replies.json.star" or (
        episode.kernel is not None and episode.kernel.endswith(".star")
    )
    assert (tmp_path / "log" / episode.kernel).read_text() == EXAMPLE.read_text()
    (log,) = logs(tmp_path / "log")
    told = log.read_bytes()
    assert not any(each.cell.encode() in told.split(b"hidden")[0] for each in hidden)
    again = replay([log], workers)
    assert (again.episodes, again.differences) == (1, ())


def test_the_prompt_says_what_comes_and_not_which_sizes_are_hidden() -> None:
    bench = Workbench(CELL, answer="generator")
    told = bench.prompt.system + bench.prompt.task
    for said in (
        "def kernel(sizes, machine):",
        "65,536 bytes",
        "2 s of processor time",
        "256 MB",
        "rows: a multiple of 4 from 4 to 32,768",
        "C5 (rows=256, width=64)",
        '"scale offset": 256',
        '"mlen": 64',
    ):
        assert said in told, said
    assert not any(each.configuration in told for each in hidden_cells(CELL, bench.seed))


def test_with_the_template_it_is_written_already(workers: Workers) -> None:
    bench = Workbench(CELL, grader=workers, answer="template")
    assert bench.code == template("plena", "silu")
    assert 'elementwise("SiLU", sizes, ["one"], row, UNROLLED, TOGETHER)' in bench.prompt.task
    assert "1.000x as fast" in bench.run_evaluation().message


def test_tools_look_at_the_first_wrong_size(workers: Workers) -> None:
    bench = Workbench(CELL, grader=workers, answer="generator")
    bench.write_code(FIXED)
    found = bench.run_evaluation()
    assert (found.success, found.correct, found.latency_cycles is None) == (True, False, False)
    assert found.message.startswith("right at 1 of 5 published sizes; at C2 (rows=16, width=64): ")
    assert found.sizes[0] == "C1 (rows=4, width=64): right, 74 cycles (1.054x)"
    assert found.sizes[1] == "C2 (rows=16, width=64): wrong"
    assert bench.view_output(2).total_rows == 16
    assert bench.profile().cycles > 0
    assert bench.best is None
    bench.write_code(EXAMPLE.read_text())
    right = bench.run_evaluation()
    assert right.correct
    assert "latency: 610 cycles in the mean over 5 sizes" in str(right)
    assert bench.check_syntax().success
    assert bench.get_instruction_size().instructions > 20


def test_faults_of_the_generator_have_its_lines(workers: Workers) -> None:
    bench = Workbench(CELL, grader=workers, answer="generator")
    bench.write_code("def kernel(sizes, machine):\n    return sizes['m']\n")
    syntax = bench.check_syntax()
    assert not syntax.success
    assert syntax.errors[0].startswith("the generator: line 2: Key")
    found = bench.run_evaluation()
    assert found.failure == "syntax"
    assert "the generator: line 2" in found.message
    assert not bench.write_code("#" * 70_000).success
    bench.write_code("def kernel(sizes, machine):\n    return 'S_ADDI_INT gp1, gp99, 0\\n'\n")
    assert "line 1" in bench.check_syntax().errors[0]


def test_programs_that_write_single_kernels_have_nothing_to_try() -> None:
    cells = [CELL, load_cell("coral_npu/gemm/C1")]
    able, left_out = tried(cells, contestant("baseline", None), "generator")
    assert (able, left_out[0].cell) == ([CELL], "coral_npu/gemm/C1")
    assert "no template of gemm" in left_out[0].reason
    with pytest.raises(ValueError, match="writes kernels of one cell, no generators"):
        tried(cells, contestant("expert", None), "generator")


def test_reports_keep_generators_apart(tmp_path: Path, workers: Workers) -> None:
    for answer in ("kernel", "generator"):
        options = Options(tmp_path, answer=answer, rules="train")
        evaluate([CELL], "baseline", None, options, grader=workers)
    episodes = jsonl.read(tmp_path / jsonl.FILE).episodes
    audited = audit(episodes)
    assert (len(audited.episodes), audited.notes) == (2, ())
    found = report(audited.episodes, [])
    assert [row.cycles for row in found.rows] == [78]
    assert [summary.n for summary in found.summaries] == [1]
    (row,) = found.generators
    assert (row.task, row.hidden_right, row.hidden, row.speedup) == ("plena/silu", 1, 1, 1.0)
    assert "Generators by task" in files.as_markdown(found)
    web.write(tmp_path / "site", {tmp_path: episodes}, episodes, found)
    pages = tmp_path.glob("site/episodes/*.html")
    (page,) = [each for each in pages if "The best generator" in each.read_text()]
    assert "Worst hidden size" in page.read_text()
    assert page.with_suffix(".txt").read_text() == template("plena", "silu")
    assert f"episodes/{page.name}" in (tmp_path / "site" / "index.html").read_text()
    doubtful = episodes[1].best
    assert doubtful is not None
    fast = doubtful.sizes[0].model_copy(update={"cycles": 1})
    forged = doubtful.model_copy(update={"sizes": (fast, *doubtful.sizes[1:])})
    judged = audit([episodes[1].model_copy(update={"best": forged})])
    assert not judged.episodes[0].correct
    assert "fewer than the bound" in judged.notes[0]


def test_over_mcp_the_visit_is_graded_as_a_generator(tmp_path: Path, workers: Workers) -> None:
    async def work() -> None:
        with Journal(tmp_path, "train", "compact", "generator") as notes:
            server = build(Visit(CELL, workers, notes, answer="generator"))
            async with Client(server) as client:
                agent = Agent(client)
                assert "def kernel(sizes, machine)" in await agent.told("get_task")
                await agent.told("write_code", code=EXAMPLE.read_text())
                await agent.told("run_evaluation")

    anyio.run(work)
    settled = visits.settle(tmp_path, workers)
    assert settled.warnings == ()
    (episode,) = settled.episodes
    assert (episode.answer, episode.agent, episode.correct) == ("generator", "open tools", True)


def test_over_mcp_a_task_without_a_template_is_refused_with_a_sentence(
    tmp_path: Path, workers: Workers
) -> None:
    async def work() -> None:
        with Journal(tmp_path, "train", "compact", "template") as notes:
            async with Client(build(Visit(None, workers, notes, answer="template"))) as client:
                agent = Agent(client)
                assert "no template of gemm" in await agent.refused(
                    "open_cell", cell="coral_npu/gemm/C1"
                )
                assert "is open" in await agent.told("open_cell", cell="plena/silu/C1")

    anyio.run(work)
