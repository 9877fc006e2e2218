"""Who is known to be better gets the larger advantage, through every door and on every platform."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from kernelcraft.cells import platforms
from kernelcraft.environments import Episode, Graders, KernelEnv, harbor
from kernelcraft.environments.evaluators import Evaluator
from kernelcraft.environments.moves_env import HAND_IN, MovesEnv
from kernelcraft.grading.secret import VARIABLE, Secret
from tests.environments.group import CELLS, four, in_order

KEY = "5e" * 32
SECRET = Secret(bytes.fromhex(KEY))
GRADERS = Graders(seconds=20.0)


class ForTrl(KernelEnv):
    graders = GRADERS
    secret = SECRET


class ForGymnasium(MovesEnv):
    graders = GRADERS
    secret = SECRET


@pytest.fixture(autouse=True, scope="module")
def processes() -> Iterator[None]:
    yield
    GRADERS.close()


def by_episode(cell: str, text: str, folder: Path) -> float:
    episode = Episode(cell, "0", SECRET, GRADERS.get())
    episode.call("write_code", code=text)
    episode.call("run_evaluation")
    return episode.reward().value


def by_trl(cell: str, text: str, folder: Path) -> float:
    env = ForTrl()
    env.reset(cell=cell, seed=0)
    env.write_code(text)
    env.run_evaluation()
    return env.get_reward()


def by_harbor(cell: str, text: str, folder: Path) -> float:
    kernel = folder / "kernel"
    kernel.write_text(text, encoding="utf-8")
    return harbor.reward(cell, kernel).value


def by_search(cell: str, text: str, folder: Path) -> float:
    return Evaluator(cell, graders=GRADERS, secret=SECRET).hand_in(text).value


def test_there_is_a_cell_of_every_platform() -> None:
    assert {cell.partition("/")[0] for cell in CELLS} == {*platforms.names()}


@pytest.mark.sweep
@pytest.mark.parametrize("door", [by_episode, by_trl, by_harbor, by_search])
@pytest.mark.parametrize("cell", CELLS)
def test_expert_tuner_compiler_and_garbage(
    door: Callable[[str, str, Path], float],
    cell: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(VARIABLE, KEY)
    assert in_order([door(cell, text, tmp_path) for text in four(cell)])


@pytest.mark.sweep
@pytest.mark.parametrize("cell", CELLS)
def test_of_moves_who_tries_more_is_better(cell: str) -> None:
    """With moves nothing wrong can be handed in; the kernel that counts is the fastest so far."""
    rewards = [moved(cell, steps) for steps in (12, 2, 0)]
    assert rewards == sorted(rewards, reverse=True)
    assert in_order([rewards[0], rewards[-1]])


def moved(cell: str, moves: int) -> float:
    """The reward of so many moves, each drawn among those that the cell has, and handing in."""
    env = ForGymnasium(cell, steps=13)
    _, info = env.reset(seed=0)
    env.action_space.seed(0)
    mask = info["action_mask"].copy()
    mask[env.actions.index(HAND_IN)] = 0
    for _ in range(moves):
        env.step(env.action_space.sample(mask))
    return env.step(np.int64(env.actions.index(HAND_IN)))[1]
