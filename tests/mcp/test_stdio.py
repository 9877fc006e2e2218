"""Whole sessions of a real client over pipes: what it reads, and what is recorded of it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from inspect_ai.log import read_eval_log_samples

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.cli import main
from kernelcraft.records import logs
from kernelcraft.workbench.tool import offered
from tests.mcp.clients import COMMAND, Agent, recorded, visit
from tests.small_kernels import fetch, silu

PLENA, CORAL, AMD = "plena/silu/C1", "coral_npu/relu/C1", "amd_npu/rms_norm/C1"
TOOLS = [tool.name for tool in offered()]


async def explore(agent: Agent) -> None:
    """List, open, and everything that can be wrong with a call, on every platform."""
    tools = {tool.name: tool for tool in (await agent.client.list_tools()).tools}
    assert list(tools) == ["list_cells", "open_cell", *TOOLS]
    assert {tool.name: tools[tool.name].description for tool in offered()} == {
        tool.name: tool.description for tool in offered()
    }
    assert list(tools["write_code"].input_schema["properties"]) == ["code", "cell"]
    assert "no cell is open" in await agent.refused("run_evaluation")
    assert f"{PLENA}: level 1, rows = 4" in await agent.told("list_cells", task="silu")
    assert "did you mean 'plena'" in await agent.refused("list_cells", platform="plean")
    assert "did you mean 'plena/silu/C1'" in await agent.refused("open_cell", cell="plena/sil/C1")

    task = await agent.told("open_cell", cell=PLENA)
    prompt = visits_prompt(PLENA)
    assert prompt[0] in task
    assert prompt[1] in task
    assert "write_code first" in await agent.told("run_evaluation")
    assert "lines written" in await agent.told("write_code", code=baseline(PLENA))
    assert "no errors" in await agent.told("check_syntax")
    right = await agent.fields("run_evaluation")
    assert (right["correct"], right["latency_cycles"], right["attempt"]) == (True, 78, 1)
    await agent.told("write_code", code=fetch(4))
    wrong = await agent.fields("run_evaluation")
    assert (wrong["success"], wrong["correct"], wrong["failure"]) == (True, False, "wrong")
    (row,) = (await agent.call("view_output", num_rows=1)).structured_content["rows"]
    assert row["first_found"] == [None] * 16  # NaN, which JSON does not have
    await agent.told("write_code", code="V_AD_VV gp1, gp2, gp3")
    assert "V_ADD_VV" in await agent.told("check_syntax")
    assert (await agent.fields("run_evaluation"))["failure"] == "syntax"
    for arguments, sentence in MISUSES:
        assert sentence in await agent.refused(**arguments)
    assert "1 correct" in await agent.told("compare_attempts")

    await agent.told("open_cell", cell=CORAL)
    await agent.told("write_code", code=baseline(CORAL))
    assert "allowed: 0" in await agent.told("run_evaluation")
    assert "cycles by unit" in await agent.told("profile")
    assert (await agent.fields("get_instruction_size"))["success"]
    assert "Syntax" in await agent.told("grep_docs", query="vle8.v")
    await agent.told("write_code", code="mpause\n")
    nothing = await agent.fields("run_evaluation")
    assert (nothing["correct"], nothing["failure"]) == (False, "wrong")

    assert "This cell is resident" in await agent.told("open_cell", cell=AMD)
    await agent.told("write_code", code=baseline(AMD))
    assert (await agent.fields("run_evaluation"))["correct"]
    assert "Syntax: vmac.f" in await agent.told("grep_docs", query="vmac.f")
    await agent.told("open_cell", cell=PLENA)  # where it was left
    assert "3 attempts" in await agent.told("compare_attempts")


MISUSES: list[tuple[dict[str, str], str]] = [
    ({"tool": "run_evaluate"}, "did you mean 'run_evaluation'"),
    (
        {"tool": "write_code"},
        "code is missing. Call it as write_code(code: str, cell: str | None = None).",
    ),
    ({"tool": "view_output", "num_rows": "many"}, "num_rows: input should be a valid integer"),
    ({"tool": "run_evaluation", "fast": "1"}, "there is no argument 'fast'"),
]


def visits_prompt(cell: str) -> tuple[str, str]:
    """What a model is told."""
    from kernelcraft.workbench import Workbench

    prompt = Workbench(load_cell(cell)).prompt
    return prompt.system, prompt.task


def baseline(cell: str) -> str:
    """The compiler's kernel."""
    return kernels.baseline(load_cell(cell))


@pytest.fixture(scope="module")
def explored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log folder of a visit without a cell."""
    folder = tmp_path_factory.mktemp("explored")
    visit(folder, explore)
    recorded(folder)
    return folder


def test_a_visit_leaves_an_episode_a_cell(explored: Path) -> None:
    found = {episode.cell: episode for episode in recorded(explored)}
    assert list(found) == [PLENA, CORAL, AMD]
    episode = found[PLENA]
    assert (episode.agent, episode.model, episode.turns, episode.cost) == (
        "open tools",
        "none/none",
        None,
        None,
    )
    assert episode.correct
    assert (episode.evaluations, episode.evaluations_to_first_pass, episode.cycles) == (3, 1, 78)
    assert (episode.refused_calls, episode.limited) == (len(MISUSES), False)
    assert [(step.correct, step.cycles) for step in episode.history or ()] == [
        (True, 78),
        (False, 42),
        (False, None),
    ]
    assert episode.kernel is not None
    assert (explored / episode.kernel).read_text() == baseline(PLENA)


def test_report_and_replay_read_it(explored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(explored), "--json"]) == 0
    table = json.loads(capsys.readouterr().out)
    assert [(row["agent"], row["tokens"], row["cost"]) for row in table["results"]] == [
        ("open tools", None, None)
    ] * 3
    assert any("held-out" in note for note in table["notes"])
    (log,) = explored.glob("*.eval")
    for sample in read_eval_log_samples(str(log)):
        clients = {(message.metadata or {}).get("client") for message in sample.messages}
        assert any(str(client).startswith("mcp") for client in clients)
    assert main(["replay", str(explored), "--workers", "1"]) == 0
    assert capsys.readouterr().out == "3 episodes replayed, 0 differences\n"


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_with_a_cell_there_is_only_that_one(tmp_path: Path, mode: str) -> None:
    async def work(agent: Agent) -> None:
        tools = [tool.name for tool in (await agent.client.list_tools()).tools]
        assert tools == ["get_task", *TOOLS]
        assert PLENA in (agent.client.instructions or "")
        assert visits_prompt(PLENA)[1] in await agent.told("get_task")
        assert "there is no tool 'open_cell'" in await agent.refused("open_cell", cell=CORAL)

    visit(tmp_path, work, PLENA, mode=mode)
    assert not logs.waiting(tmp_path)  # nothing was done, so there is nothing to record
    assert list(tmp_path.iterdir()) == [tmp_path / "visits"]


def test_sessions_of_one_folder_are_epochs(tmp_path: Path) -> None:
    async def work(agent: Agent) -> None:
        await agent.told("write_code", code=silu(4))
        await agent.told("run_evaluation")

    for _ in range(2):
        visit(tmp_path, work, PLENA)
        recorded(tmp_path)
    found = recorded(tmp_path)
    assert [(episode.cell, episode.epoch) for episode in found] == [(PLENA, 1), (PLENA, 2)]
    assert len({episode.kernel for episode in found}) == 2


class Pipe:
    """A client of a few lines that can be cut off at any moment."""

    def __init__(self, log_dir: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *COMMAND, PLENA, "--log-dir", str(log_dir)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=dict(os.environ),
        )
        self.sent = 0
        hello: dict[str, object] = {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "pipe", "version": "1"},
        }
        self.ask("initialize", hello)
        self._write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, tool: str, **arguments: object) -> None:
        """Call a tool and do not wait."""
        self._request("tools/call", {"name": tool, "arguments": arguments})

    def call(self, tool: str, **arguments: object) -> str:
        """Call a tool and wait for its line."""
        return self.ask("tools/call", {"name": tool, "arguments": arguments})

    def ask(self, method: str, parameters: dict[str, object]) -> str:
        self._request(method, parameters)
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def _request(self, method: str, parameters: dict[str, object]) -> None:
        self.sent += 1
        request = {"jsonrpc": "2.0", "id": self.sent, "method": method, "params": parameters}
        self._write(request)

    def _write(self, message: dict[str, object]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()


@pytest.mark.sweep
@pytest.mark.parametrize("ending", ["leaves", signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_lost(tmp_path: Path, ending: str | signal.Signals) -> None:
    pipe = Pipe(tmp_path)
    assert "lines written" in pipe.call("write_code", code=silu(4))
    assert "correct" in pipe.call("run_evaluation")
    if isinstance(ending, signal.Signals):
        pipe.process.send_signal(ending)
    rest, errors = pipe.process.communicate(timeout=120)
    assert rest == ""
    assert "Traceback" not in errors
    if ending == signal.SIGKILL:
        assert main(["report", str(tmp_path)]) == 0
    (episode,) = recorded(tmp_path)
    assert (episode.correct, episode.evaluations) == (True, 1)


def test_a_client_that_leaves_and_then_ends_the_server_interrupts_nothing(tmp_path: Path) -> None:
    pipe = Pipe(tmp_path)
    pipe.call("write_code", code="nop")
    assert pipe.process.stdin is not None
    assert pipe.process.stderr is not None
    pipe.process.stdin.close()
    said = ""
    while "recording what was done" not in said:
        said = pipe.process.stderr.readline()
    assert said == f"the visit has ended; recording what was done in {tmp_path}\n"
    pipe.process.send_signal(signal.SIGTERM)
    assert pipe.process.wait(timeout=60) == 0
    rest = pipe.process.stderr.read()
    assert "recorded;" in rest or "the recording goes on by itself" in rest
    assert "interrupted" not in rest
    (episode,) = recorded(tmp_path)
    assert episode.stop == "the visit ended"


def test_an_evaluation_without_an_answer_is_made_again(tmp_path: Path) -> None:
    pipe = Pipe(tmp_path)
    pipe.call("write_code", code=silu(4))
    pipe.send("run_evaluation")
    pipe.process.kill()
    pipe.process.communicate()
    assert main(["report", str(tmp_path)]) in (0, 2)
    (episode,) = recorded(tmp_path)
    assert episode.evaluations in (0, 1)  # the call may not have been read yet


def test_what_is_no_message_is_survived(tmp_path: Path) -> None:
    pipe = Pipe(tmp_path)
    assert pipe.process.stdin is not None
    pipe.process.stdin.write("no message\n\n{}\n[1]\n\x00\n")
    pipe.process.stdin.flush()
    assert "there is no kernel yet" in pipe.call("check_syntax") + pipe.call("check_syntax")
    pipe.process.kill()
    pipe.process.communicate()
