"""The OpenEnv server with OpenEnv's own client, over a socket."""

from __future__ import annotations

import json

import pytest

from kernelcraft import baseline, expert
from kernelcraft.environments import Episode
from kernelcraft.grading.secret import VARIABLE, Secret
from kernelcraft.workbench import InProcess
from tests.environments.group import CELLS, four, in_order
from tests.environments.heavy import ROOT, run, serving

pytestmark = pytest.mark.judge
CELL = "plena/silu/C1"
KEY = "5e" * 32
SERVER = ROOT / "extras/kernelcraft-openenv/src/kernelcraft_openenv/server.py"
CLIENT = ROOT / "tests/environments/openenv_client.py"
GROUPS = ROOT / "tests/environments/openenv_groups.py"


def test_a_client_s_episode_gets_the_reward_of_ours() -> None:
    texts = [baseline(CELL), expert(CELL)]
    episode = Episode(CELL, "0", Secret(bytes.fromhex(KEY)), InProcess())
    for text in texts:
        episode.call("write_code", code=text)
        said = episode.call("run_evaluation")
    with serving("openenv", SERVER, {VARIABLE: KEY}) as port:
        done = run("openenv", CLIENT, str(port), CELL, json.dumps(texts), variables={})
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["task"] == episode.task
    assert found["said"] == said
    assert found["record"] == episode.reward().model_dump(mode="json")
    assert (found["reward"], found["done"]) == (found["record"]["value"], True)
    assert found["reward"] > 0.65
    assert "there is no kernel yet" in found["other"]  # the sessions share nothing
    assert "write_code" in found["wrong"]
    assert found["nothing"] == 0.0


def test_a_group_gets_the_advantages_that_its_agents_deserve() -> None:
    """Four sessions with equal hidden inputs, each with one kernel, on every platform."""
    groups = json.dumps({cell: four(cell) for cell in CELLS})
    with serving("openenv", SERVER, {VARIABLE: KEY}) as port:
        done = run("openenv", GROUPS, str(port), groups, variables={})
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert [*found] == [*CELLS]
    assert all(in_order(rewards) for rewards in found.values()), found
