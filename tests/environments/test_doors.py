"""All doors lead to the same episode: equal calls, equal rewards; and none waits for ever."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from kernelcraft import baseline, expert
from kernelcraft.environments import Episode, Graders, KernelEnv, harbor
from kernelcraft.environments.moves_env import HAND_IN, MovesEnv
from kernelcraft.grading.secret import VARIABLE, Secret

CELL = "plena/silu/C1"
KEY = "5e" * 32
SECRET = Secret(bytes.fromhex(KEY))
MOVES = ("straighten", "fetched rows")
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


@pytest.fixture(scope="module")
def moved() -> tuple[float, list[str]]:
    """The reward of an episode of moves, and the kernels that it evaluated."""
    env = ForGymnasium(CELL)
    env.reset(seed=0)
    for name in (*MOVES, HAND_IN):
        _, reward, _, _, _ = env.step(np.int64(env.actions.index(name)))
    return reward, [each.code for each in env.episode.workbench.attempts]


def by_episode(texts: Sequence[str], folder: Path) -> float:
    episode = Episode(CELL, "0", SECRET, GRADERS.get())
    for text in texts:
        episode.call("write_code", code=text)
        episode.call("run_evaluation")
    return episode.reward().value


def by_trl(texts: Sequence[str], folder: Path) -> float:
    env = ForTrl()
    env.reset(cell=CELL, seed=0)
    for text in texts:
        env.write_code(text)
        env.run_evaluation()
    return env.get_reward()


def by_harbor(texts: Sequence[str], folder: Path) -> float:
    """A shell's agent keeps the fastest file itself."""
    kernel = folder / "kernel.asm"
    bench = Episode(CELL, "0", SECRET, GRADERS.get()).workbench
    for text in texts:
        bench.write_code(text)
        bench.run_evaluation()
    assert bench.best is not None
    kernel.write_text(bench.best.code, encoding="utf-8")
    return harbor.reward(CELL, kernel).value


@pytest.mark.parametrize("door", [by_episode, by_trl, by_harbor])
def test_equal_calls_get_equal_rewards(
    door: Callable[[Sequence[str], Path], float],
    moved: tuple[float, list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(VARIABLE, KEY)
    reward, texts = moved
    assert len(texts) == 3
    assert 0.65 < reward < 1.0
    assert door(texts, tmp_path) == reward


def test_a_run_that_takes_too_long_is_a_failed_attempt() -> None:
    impatient = Graders(seconds=0.001)
    try:
        episode = Episode("plena/gemm/C5", "0", SECRET, impatient.get())
        episode.call("write_code", code=baseline("plena/gemm/C5"))
        assert "took longer than" in episode.call("run_evaluation")
        assert episode.reward().value == 0.0
    finally:
        impatient.close()


def test_256_episodes_at_once_share_nothing() -> None:
    """Every second one has a right kernel, each with a line of its own."""
    cells = ("plena/relu/C1", CELL)
    tries = [Episode(cells[n % 2], str(n), SECRET, GRADERS.get()) for n in range(256)]

    def play(n: int) -> str:
        episode = tries[n]
        text = f"{expert(episode.cell) if n % 4 < 2 else 'V_ADD_VX gp1'}\n; try {n}\n"
        episode.call("write_code", code=text)
        return episode.call("run_evaluation")

    with ThreadPoolExecutor(256) as threads:
        answers = [*threads.map(play, range(256))]
    for n, (episode, answer) in enumerate(zip(tries, answers, strict=True)):
        (attempt,) = episode.workbench.attempts
        assert attempt.code.endswith(f"; try {n}\n")
        assert attempt.correct == answer.startswith("correct") == (n % 4 < 2)


def ended() -> None:
    GRADERS.close()


def test_a_forked_process_has_graders_of_its_own() -> None:
    """Trainers and search engines fork, and threads do not come along."""
    GRADERS.get()
    with multiprocessing.get_context("fork").Pool(1) as pool:
        found = pool.apply_async(by_episode, ([expert(CELL)], Path())).get(timeout=60)
        pool.apply(ended)
    assert found > 0.65
