"""Workers and the process itself killed, the disk full: the same command finishes the rest."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import kernelcraft
from benchmarks.endurance import faults
from benchmarks.endurance.faults import Evaluation

PACKAGES = Path(kernelcraft.__file__).parents[1]
SILU = ("--platform", "plena", "--task", "silu")
FIRST_TWO = (*SILU, "--config", "C1", "--config", "C2")


@pytest.fixture(scope="module", autouse=True)
def _home_and_packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("PYTHONPATH", str(PACKAGES))
        yield


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Evaluation:
    """Nobody disturbs it."""
    found = Evaluation(tmp_path_factory.mktemp("calm") / "log", FIRST_TWO, 2, epochs=1, more=())
    assert found.run() == 0
    return found


@pytest.mark.sweep
def test_killed_workers_change_no_verdict(tmp_path: Path, calm: Evaluation) -> None:
    work = Evaluation(tmp_path / "log", FIRST_TWO, cells=2, epochs=6, more=())  # strict
    process = work.start()
    assert faults.wait_until(process, lambda: bool(faults.graders(process.pid)))
    with faults.killed_workers(process.pid, random.Random(1), seconds=1.0, most=4) as killed:
        assert process.wait() == 0
    assert killed
    assert faults.differences(work, calm) == []


@pytest.mark.sweep
def test_killed_again_and_again_and_a_full_disk(tmp_path: Path, calm: Evaluation) -> None:
    work = Evaluation(tmp_path / "log", FIRST_TWO, cells=2, epochs=14)
    kept = faults.kill_main(work, 3)
    assert 3 <= kept < work.wanted
    assert faults.kill_main(work, 2, pause=0.01) > kept
    assert faults.fill_disk(work, 2) == 1
    said = work.said.read_text()
    assert "not complete; what is finished is kept in" in said
    assert "Traceback" not in said
    assert faults.differences(work, calm) != []  # it is not complete
    assert work.run() == 0
    assert faults.differences(work, calm) == []
