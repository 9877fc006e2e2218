"""The taskset of verifiers: its own checks, and a rollout with a scripted model over HTTP."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from kernelcraft import baseline, expert
from kernelcraft.environments import Episode
from kernelcraft.grading.secret import VARIABLE, Secret
from kernelcraft.workbench import InProcess
from tests.agents.openai_protocol import OpenAI
from tests.agents.provider_server import Reply, serve
from tests.environments.group import CELLS, four, in_order
from tests.environments.heavy import python, run

pytestmark = pytest.mark.judge
CELL = "plena/silu/C1"
KEY = "5e" * 32
CHOSEN = ("kernelcraft-verifiers", "--no-rich")


def variables() -> dict[str, str]:
    """The harness prepares its program with uv, which is beside Python."""
    path = f"{python('verifiers').parent}:{os.environ['PATH']}"
    return {VARIABLE: KEY, "PATH": path, "KEY": "none"}


def test_the_ground_truth_of_every_task_is_right(tmp_path: Path) -> None:
    """The expert passes, and whoever does nothing does not."""
    cells = ("--taskset.cells", json.dumps([CELL, "plena/softmax/C1"]))
    where = ("--runtime.type", "subprocess", "--output-dir", str(tmp_path))
    program = python("verifiers").parent / "vf-validate"
    done = run("verifiers", program, *CHOSEN, *cells, *where, variables=variables())
    assert done.returncode == 0, done.stderr
    (summary,) = [json.loads(each.read_text()) for each in tmp_path.rglob("summary.json")]
    assert summary["checks"]["gold"]["valid"] == summary["checks"]["noop"]["valid"] == 2


DRAWN = """
import asyncio, itertools
from kernelcraft_drawn import DrawnKernels
from kernelcraft_verifiers.taskset import DrawnConfig

taskset = DrawnKernels(DrawnConfig(cells=["plena/silu/C1", "coral_npu/relu/C1"], seed=5))
assert taskset.INFINITE
for kernel in itertools.islice(taskset.load(), 4):
    assert kernel.data.cell in kernel.data.prompt
    print(kernel.data.cell, asyncio.run(kernel.validate(None)))
"""


def test_machines_are_drawn_without_end() -> None:
    """The first tasks are right on their ground truth, each on a machine of its own."""
    done = run("verifiers", "-c", DRAWN, variables=variables())
    assert done.returncode == 0, done.stderr
    lines = done.stdout.split("\n")[:4]
    assert all(line.endswith(" True") for line in lines), lines
    assert [line.partition("~")[0] for line in lines] == ["plena", "coral_npu"] * 2
    assert len(set(lines)) == 4


def test_a_rollout_gets_the_reward_of_ours(tmp_path: Path) -> None:
    texts = [baseline(CELL), expert(CELL)]
    episode = Episode(CELL, "0", Secret(bytes.fromhex(KEY)), InProcess())
    steps: list[Reply] = []
    for text in texts:
        steps += tried(text)
        episode.call("write_code", code=text)
        said = episode.call("run_evaluation")
    with serve([*steps, Reply("Done.")], OpenAI()) as (url, script):
        evaluate(url, [CELL], tmp_path)
    assert len(script.requests) == 5
    assert said.partition("\n")[0] in json.dumps(script.requests[-1])
    (traces,) = tmp_path.rglob("traces.jsonl")
    found, reward = traces.read_text(), episode.reward().value
    assert reward > 0.65
    assert f'"rewards":{{"reward":{{"score":{reward},' in found
    assert '"metrics":{"evaluations":2.0,"right":1.0}' in found


def test_a_group_gets_the_advantages_that_its_agents_deserve(tmp_path: Path) -> None:
    """Four rollouts of a cell, one after another, each with one kernel, on every platform."""
    scripts = {
        cell: [step for text in four(cell) for step in (*tried(text), Reply("Done."))]
        for cell in CELLS
    }
    with serve(scripts, OpenAI()) as (url, _):
        evaluate(url, CELLS, tmp_path, "--num-rollouts", "4", "--max-concurrent", "1")
    (traces,) = tmp_path.rglob("traces.jsonl")
    found: dict[str, list[float]] = {cell: [] for cell in CELLS}
    for line in traces.read_text().splitlines():
        (reward,) = re.findall(r'"rewards":{"reward":{"score":([\d.e-]+),', line)
        found[json.loads(line)["task"]["data"]["cell"]].append(float(reward))
    assert all(in_order(rewards) for rewards in found.values()), found


def tried(text: str) -> tuple[Reply, Reply]:
    """The calls of a model that writes a kernel and evaluates it."""
    written = Reply(calls=(("write_code", json.dumps({"code": text})),))
    return written, Reply(calls=(("run_evaluation", "{}"),))


def evaluate(url: str, cells: Sequence[str], folder: Path, *more: str) -> None:
    """Let the model at the URL try the cells; what was found is in the folder."""
    settings = {
        "--env.taskset.cells": json.dumps(cells),
        "--env.agent.runtime.type": "subprocess",
        "--env.agent.harness.id": "null",
        "--client.base-url": url,
        "--client.api-key-var": "KEY",
        "--output-dir": str(folder),
    }
    words = [each for pair in settings.items() for each in pair]
    program = python("verifiers").parent / "vf-eval"
    given = (*CHOSEN, "--no-push", "-m", "stand-in", *words, *more)
    done = run("verifiers", program, *given, variables=variables())
    assert done.returncode == 0, done.stderr
