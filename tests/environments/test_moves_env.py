"""The tuner's moves as a gymnasium environment."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from kernelcraft import baseline
from kernelcraft.cells.cell import KEPT, load_cell
from kernelcraft.environments import Graders, moves_env
from kernelcraft.environments.moves_env import HAND_IN, Info, MovesEnv
from kernelcraft.grading.secret import Secret

CELL = "plena/silu/C1"
ID = "kernelcraft.environments.moves_env:kernelcraft/Moves-v0"


class Env(MovesEnv):
    graders = Graders(seconds=20.0)
    secret = Secret(b"a secret of tests")


@pytest.fixture(autouse=True, scope="module")
def processes() -> Iterator[None]:
    yield
    Env.graders.close()
    MovesEnv.graders.close()


def played(env: MovesEnv, names: Sequence[str], seed: int = 7) -> tuple[float, Info]:
    """The sum of the rewards of a whole episode, and the last information."""
    env.reset(seed=seed)
    total = 0.0
    for name in names:
        _, reward, done, _, info = env.step(np.int64(env.actions.index(name)))
        total += reward
        assert done == (name == names[-1])
    return total, info


def test_the_library_s_own_checker_finds_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(ID, cells="plena/relu/C1", steps=2).unwrapped)


def test_a_move_makes_the_kernel_faster_and_the_reward_larger() -> None:
    env = Env(CELL, steps=3)
    nothing, info = played(env, [HAND_IN])
    assert nothing == pytest.approx(0.65)
    assert info["cycles"] == 78
    better, info = played(env, ["straighten", HAND_IN])
    assert info["cycles"] < 78
    assert nothing < better <= 1.0
    assert info["reward"]["value"] == better
    assert (info["reward"]["group"], info["reward"]["rules"]) == ("7", "train")


def test_an_episode_ends_with_its_steps_and_a_move_that_gives_nothing_costs_one() -> None:
    env = Env(["plena/relu/C1", CELL], steps=2)
    first, info = env.reset(seed=1, options={"cell": "plena/relu/C1"})
    assert env.observation_space.contains(first)
    assert first[:-3].sum() == pytest.approx(1.0)
    assert info["action_mask"].sum() < len(env.actions)
    missing = np.int64(list(info["action_mask"]).index(0))
    seen, reward, done, _, info = env.step(missing)
    assert (reward, done, info["message"]) == (0.0, False, "this cell has no such move")
    assert seen[-1] == 0.5
    _, reward, done, _, info = env.step(missing)
    assert done
    assert reward == pytest.approx(0.65)
    assert [each.code for each in env.episode.workbench.attempts] == [baseline("plena/relu/C1")]


def test_cells_are_drawn_by_the_seed() -> None:
    env = Env(["plena/relu/C1", "plena/silu/C1", "plena/gelu/C1"])
    drawn = [[env.reset(seed=seed)[1]["cell"] for seed in range(5)] for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) > 1


def test_a_platform_without_moves_has_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves_env, "_moves_of", lambda platform: ())
    with pytest.raises(ValueError, match="plena has no moves that change kernels"):
        MovesEnv(CELL)


def test_a_variant_is_the_environments_own_however_many_were_loaded_since() -> None:
    name = "plena~names-7f3a/softmax/C1"
    env = Env(name)
    for seed in range(KEPT + 1):
        load_cell(f"plena~names-{seed:x}/softmax/C1")
    assert load_cell(name) not in env.cells
    _, info = env.reset(seed=0, options={"cell": name})
    assert info["cell"] == name


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(ValueError, match="expected cells of one platform, got amd_npu, plena"):
        MovesEnv([CELL, "amd_npu/relu/C1"])
    with pytest.raises(ValueError, match="none of the cells"):
        Env(CELL).reset(options={"cell": "plena/relu/C1"})
