"""What a client may do in any order and with any argument, in this process."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import anyio
import pytest
from mcp.client.client import Client
from pydantic import JsonValue

from kernelcraft.cells.cell import load_cell
from kernelcraft.evaluation import journal, visits
from kernelcraft.evaluation.journal import Journal
from kernelcraft.isa.assembler import TextLimits
from kernelcraft.mcp.arguments import HALF
from kernelcraft.mcp.server import build
from kernelcraft.mcp.transports import marked
from kernelcraft.mcp.visit import Notes, Visit
from kernelcraft.records import logs
from kernelcraft.workbench import InProcess
from kernelcraft.workbench.results import EvaluationResult
from tests.mcp.clients import Agent, Work
from tests.small_kernels import silu

CELL = "plena/silu/C1"


class NoNotes:
    """Keeps nothing."""

    def asked(self, client: str, cell: str, tool: str, arguments: Mapping[str, JsonValue]) -> int:
        return 0

    def answered(
        self, number: int, answer: str, *, refused: bool, evaluation: EvaluationResult | None
    ) -> None:
        return


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('{"code": "a"}', '{"code": "a"}'),
        (r'{"code": "\\ud800"}', r'{"code": "\\ud800"}'),
        (r'{"code": "\ud83d\ude00"}', r'{"code": "\ud83d\ude00"}'),
        (r'{"code": "\ud83d \uDE00\ud800"}', r'{"code": "\uffff \uffff\uffff"}'),
    ],
)
def test_half_of_a_surrogate_pair_is_marked(line: str, expected: str) -> None:
    assert marked(line) == expected


def test_half_of_a_surrogate_pair_is_answered() -> None:
    async def send(agent: Agent) -> None:
        assert "half of a surrogate pair" in await agent.refused("write_code", code=f"a{HALF}")
        assert "half of a surrogate pair" in await agent.refused("grep_docs", query=HALF)

    work_with(NoNotes(), send)


def test_a_tool_that_fails_is_a_refused_call(monkeypatch: pytest.MonkeyPatch) -> None:
    def complaint(limits: TextLimits, text: str) -> str | None:
        raise ZeroDivisionError("what nobody foresaw")

    noted: list[tuple[str, bool]] = []

    class Notes(NoNotes):
        def answered(
            self, number: int, answer: str, *, refused: bool, evaluation: EvaluationResult | None
        ) -> None:
            noted.append((answer, refused))

    async def send(agent: Agent) -> None:
        said = await agent.refused("write_code", code="a")
        assert said.startswith("write_code failed, and nothing was changed")
        assert "ZeroDivision" not in said
        assert noted == [(said, True)]

    monkeypatch.setattr(TextLimits, "complaint", complaint)
    work_with(Notes(), send)


class FullDisk(NoNotes):
    """Cannot keep anything."""

    def asked(self, client: str, cell: str, tool: str, arguments: Mapping[str, JsonValue]) -> int:
        raise OSError(28, "No space left on device")


def work_with(notes: Notes, work: Work) -> None:
    async def connect() -> None:
        server = build(Visit(load_cell(CELL), InProcess(), notes))
        async with Client(server) as client:
            await work(Agent(client))

    anyio.run(connect)


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        ("", "the text is empty"),
        ("\0", "1 line written"),
        ("é ☃ \U0001f600\r\n\u2028", "written"),
        ("nop\n" * 200_001, "nothing was written"),
        ("x" * 17_000_000, "nothing was written"),
    ],
    ids=["empty", "null", "unicode", "lines", "bytes"],
)
def test_any_text_is_answered(code: str, answer: str) -> None:
    async def work(agent: Agent) -> None:
        assert answer in await agent.told("write_code", code=code)
        await agent.told("check_syntax")
        assert not (await agent.fields("run_evaluation"))["correct"]

    work_with(NoNotes(), work)


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("write_code", {"code": None}, "code: input should be a valid string, got None"),
        ("write_code", {"code": ["nop"]}, "got ['nop']"),
        ("write_code", {"code": {"a": "x" * 500}}, "..."),
        ("view_output", {"num_rows": 1.5}, "num_rows: input should be a valid integer"),
        ("grep_docs", {"query": "V_ADD", "case": True}, "there is no argument 'case'"),
        ("", {}, "there is no tool ''; the tools are: get_task, write_code"),
    ],
)
def test_misuse_is_text(tool: str, arguments: dict[str, JsonValue], sentence: str) -> None:
    async def work(agent: Agent) -> None:
        assert sentence in await agent.refused(tool, **arguments)

    work_with(NoNotes(), work)


def test_numbers_may_be_text() -> None:
    async def work(agent: Agent) -> None:
        await agent.told("write_code", code=silu(4))
        await agent.told("run_evaluation")
        for count in (2, "2", 2.0):
            assert "the first 2 of 4 rows" in await agent.told("view_output", num_rows=count)
        assert "the first 4 of 4" in await agent.told("view_output", num_rows=10**30)
        assert "num_rows: expected 1 or more" in await agent.told("view_output", num_rows=-1)

    work_with(NoNotes(), work)


def test_clients_are_told_which_tools_only_read_and_the_limits_of_arguments() -> None:
    async def work(agent: Agent) -> None:
        tools = {each.name: each for each in (await agent.client.list_tools()).tools}
        hints = {name: each.annotations for name, each in tools.items()}
        changing = {name for name, hint in hints.items() if hint and not hint.read_only_hint}
        assert changing == {"write_code", "run_evaluation"}
        for name, argument, limit in (
            ("write_code", "code", "200,000 lines"),
            ("view_output", "num_rows", "64 at most"),
            ("grep_docs", "query", "2 seconds"),
        ):
            properties = tools[name].input_schema["properties"]
            assert limit in properties[argument]["description"]

    work_with(NoNotes(), work)


def test_a_full_disk_is_said_and_survived() -> None:
    async def work(agent: Agent) -> None:
        for _ in range(2):
            said = await agent.refused("write_code", code="nop")
            assert said == ("nothing was done: the log cannot be written: No space left on device")
        assert CELL in await agent.told("get_task")

    work_with(FullDisk(), work)


def test_calls_at_once_are_done_one_after_the_other(tmp_path: Path) -> None:
    async def work(agent: Agent) -> None:
        await agent.told("write_code", code=silu(4))
        async with anyio.create_task_group() as group:
            for _ in range(8):
                group.start_soon(agent.told, "run_evaluation")
        rows = (await agent.call("compare_attempts")).structured_content["rows"]
        assert [row["attempt"] for row in rows] == [*range(1, 9)]

    with Journal(tmp_path, "strict", "compact") as notes:
        work_with(notes, work)
    with journal.ended(notes.path) as visited:
        assert visited is not None
        calls = visited.calls[CELL]
    assert [call.tool for call in calls] == [
        "write_code",
        *["run_evaluation"] * 8,
        "compare_attempts",
    ]
    assert [call.evaluation.attempt for call in calls if call.evaluation] == [*range(1, 9)]
    assert calls[0].client.startswith("mcp")


def test_an_answer_that_never_came_is_found_by_the_record(tmp_path: Path) -> None:
    with Journal(tmp_path, "strict", "compact") as notes:
        for tool, arguments in (("write_code", {"code": silu(4)}), ("run_evaluation", {})):
            notes.asked("somebody", CELL, tool, arguments)
    notes.path.write_bytes(notes.path.read_bytes() + b'{"asked": 3, "at"')  # killed while writing
    found = visits.settle(tmp_path, InProcess())
    (episode,) = found.episodes
    assert (episode.correct, episode.evaluations, episode.seconds < 60) == (True, 1, True)
    assert found.warnings == (f"{notes.path}: line 4 cannot be read, left out",)
    assert visits.settle(tmp_path, InProcess()).episodes == ()


def test_who_died_before_the_journal_was_removed_is_not_recorded_twice(tmp_path: Path) -> None:
    with Journal(tmp_path, "strict", "compact") as notes:
        number = notes.asked("somebody", CELL, "grep_docs", {"query": "V_ADD"})
        notes.answered(number, "found", refused=False, evaluation=None)
    content = notes.path.read_bytes()
    first = visits.settle(tmp_path, InProcess())
    assert [(e.failure, e.evaluations) for e in first.episodes] == [("missing", 0)]
    notes.path.write_bytes(content)
    assert visits.settle(tmp_path, InProcess()).episodes == first.episodes


def test_a_visit_that_goes_on_is_left_alone(tmp_path: Path) -> None:
    with Journal(tmp_path, "strict", "compact") as notes:
        notes.asked("somebody", CELL, "check_syntax", {})
        found = visits.settle(tmp_path, InProcess())
    assert (found.episodes, found.going_on) == ((), 1)


@pytest.mark.parametrize("content", [b"", b"\xff\n", b"{}\n"])
def test_a_journal_of_nothing_is_no_episode(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / logs.VISITS / "x.jsonl"
    path.parent.mkdir()
    path.write_bytes(content)
    assert visits.settle(tmp_path, InProcess()).episodes == ()
    assert not logs.waiting(tmp_path)


def test_a_cell_that_is_gone_is_kept_and_said(tmp_path: Path) -> None:
    with Journal(tmp_path, "strict", "compact") as notes:
        notes.asked("somebody", "plena/silu/C9", "check_syntax", {})
    found = visits.settle(tmp_path, InProcess())
    assert "there is no configuration 'C9'" in found.warnings[0]
    assert logs.waiting(tmp_path) == [notes.path]
