"""Executors: equal jobs run once, Ray gives this machine's verdicts, a lost node costs nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

import pytest

import kernelcraft
from benchmarks.endurance import faults
from benchmarks.endurance.faults import Evaluation
from kernelcraft.evaluation.executors import Executor, ExecutorError, executor
from kernelcraft.evaluation.executors.once import Once
from kernelcraft.evaluation.executors.ray import OtherSources, perform
from kernelcraft.grading.identity import content_hash
from kernelcraft.grading.job import Evaluate, Grade, InProcess, Job
from kernelcraft.grading.workers import Workers
from kernelcraft.records import jsonl
from tests.jobs import Sleep
from tests.small_kernels import silu

R = TypeVar("R")
ENDLESS = """\
C_LOOP_START gp1, 4000000
C_LOOP_START gp2, 4000000
V_ADD_VV gp0, gp0, gp0
C_LOOP_END gp2
C_LOOP_END gp1
"""
ROOT = Path(__file__).parents[2]
PACKAGES = Path(kernelcraft.__file__).parents[1]
EVALUATE = Evaluate("plena/silu/C1", silu(4))
GRADE = Grade("plena/silu/C1", silu(4), "strict", seed=5, second_run=False)


@pytest.fixture(scope="module", autouse=True)
def _home_and_packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Ray writes a token into the home folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(PACKAGES)]))
        yield


class Counting:
    """Counts the jobs that reach an executor."""

    def __init__(self, inner: Executor) -> None:
        self.inner, self.jobs = inner, 0

    def submit(self, job: Job[R]) -> Future[R]:
        self.jobs += 1
        return self.inner.submit(job)

    def close(self) -> None:
        self.inner.close()


@pytest.fixture
def counting() -> Iterator[Counting]:
    found = Counting(Workers(2))
    yield found
    found.close()


def test_equal_jobs_in_flight_run_once(counting: Counting) -> None:
    once = Once(counting)
    answers = [once.submit(Sleep(0.3)).result for _ in range(5)]
    assert len({answer().pid for answer in answers}) == 1
    assert counting.jobs == 1


def test_what_lasts_is_remembered(counting: Counting) -> None:
    once = Once(counting)
    first = once.submit(EVALUATE).result()
    assert once.submit(Evaluate(EVALUATE.cell, EVALUATE.kernel)).result() is first
    assert once.submit(GRADE).result() == once.submit(GRADE).result()
    assert counting.jobs == 2


def test_what_a_clock_ended_is_not_remembered() -> None:
    endless = Evaluate("plena/silu/C1", ENDLESS)
    with Workers(1, wall_seconds=1) as workers:
        counting = Counting(workers)
        once = Once(counting)
        assert {once.submit(endless).result().failure for _ in range(2)} == {"limit"}
    assert counting.jobs == 2


def test_the_oldest_results_are_forgotten(counting: Counting) -> None:
    once = Once(counting, kept=1)
    for job in (EVALUATE, GRADE, EVALUATE):
        once.submit(job).result()
    assert counting.jobs == 3


@pytest.mark.parametrize(
    "other",
    [
        Grade("plena/silu/C2", silu(4), "strict", seed=5, second_run=False),
        Grade("plena/silu/C1", silu(4) + "\n", "strict", seed=5, second_run=False),
        Grade("plena/silu/C1", silu(4), "paper", seed=5, second_run=False),
        Grade("plena/silu/C1", silu(4), "strict", seed=6, second_run=False),
        EVALUATE,
    ],
    ids=["cell", "kernel", "rules", "seed", "kind"],
)
def test_the_content_hash_covers_all_that_is_asked(other: Job[object]) -> None:
    assert content_hash(GRADE) == content_hash(Grade(**vars(GRADE)))
    assert content_hash(GRADE) != content_hash(other)


def test_a_node_with_other_sources_refuses() -> None:
    with pytest.raises(OtherSources, match="another kernelcraft"):
        perform(GRADE, expected="0123")


@pytest.mark.parametrize(
    ("place", "workers", "message"),
    [
        ("lokal", None, "expected local, ray or ray://ADDRESS"),
        ("ray://", None, "expected local, ray or ray://ADDRESS"),
        ("ray://somewhere", None, "expected ray://HOST:PORT"),
        ("ray://127.0.0.1:1", None, "there is no Ray at 127.0.0.1:1: Connection refused"),
        ("ray://127.0.0.1:1", 2, "leave --workers out"),
    ],
)
def test_a_place_that_is_not_there_is_one_sentence(
    place: str, workers: int | None, message: str
) -> None:
    with pytest.raises(ExecutorError, match=message):
        executor(place, workers)


def test_ray_gives_what_this_process_gives() -> None:
    ray = executor("ray", 1)
    try:
        evaluation, verdict = ray.submit(EVALUATE), ray.submit(GRADE)
        assert evaluation.result() == InProcess().submit(EVALUATE).result()
        assert verdict.result() == InProcess().submit(GRADE).result()
    finally:
        ray.close()


def test_a_lost_ray_node_loses_nothing(tmp_path: Path) -> None:
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 1, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    other = cluster.add_node(num_cpus=1)
    place = ("--parallel", "4", "--executor", f"ray://{cluster.address}")
    cells = ("--platform", "plena", "--task", "silu", "--config", "C1", "--config", "C2")
    work = Evaluation(tmp_path / "log", cells, cells=2, epochs=10, more=place)
    try:
        process = work.start()
        assert faults.wait_until(process, lambda: work.has(4))
        cluster.remove_node(other, allow_graceful=False)
        assert not work.has(work.wanted)
        assert process.wait() == 0, work.said.read_text()
    finally:
        cluster.shutdown()  # type: ignore[no-untyped-call]
    found = jsonl.read(tmp_path / "log" / jsonl.FILE).episodes
    assert work.finished() == len(found) == work.wanted
    assert all(episode.correct for episode in found)
    assert len({(episode.cell, episode.cycles) for episode in found}) == 2
