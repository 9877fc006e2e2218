"""Cells as harbor's task folders; their scripts run as harbor runs them, but for the container."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import kernelcraft
from kernelcraft import baseline, load_cell
from kernelcraft.cells import platforms
from kernelcraft.cli import main
from kernelcraft.environments import harbor
from kernelcraft.grading.secret import VARIABLE

CELL = "plena/relu/C1"
SECRET = "5e" * 32


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our package as the agent's image has it: what the Dockerfile deletes is not there."""
    place = tmp_path_factory.mktemp("image")
    package = Path(kernelcraft.__file__).parent
    shutil.copytree(package, place / "kernelcraft", ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run(f"find {place / 'kernelcraft'} {harbor.DELETED} -delete", shell=True, check=True)
    return place


class Container:
    """A folder in the place of `/`, with the paths that the scripts use."""

    def __init__(self, root: Path, image: Path) -> None:
        self.app, self.logs = root / "app", root / "logs" / "verifier"
        self.app.mkdir(parents=True)
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        ours = {"APP": str(self.app), "LOGS": str(self.logs), VARIABLE: SECRET}
        self.variables = {"PATH": path, "PYTHONPATH": str(image), **ours}

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, env=self.variables, capture_output=True, text=True)

    def tested(self, task: Path) -> float:
        done = self.run(str(task / "tests" / "test.sh"))
        assert done.returncode == 0, done.stderr
        return float((self.logs / "reward.txt").read_text())


def test_a_task_folder_grades_the_solution_the_baseline_and_nothing(
    tmp_path: Path, image: Path
) -> None:
    task = harbor.write(load_cell(CELL), tmp_path)
    place = Container(tmp_path, image)
    assert place.tested(task) == 0.0  # nothing was handed in
    (place.app / "kernel.asm").write_text(baseline(CELL))
    assert place.tested(task) == pytest.approx(0.65)
    assert place.run(str(task / "solution" / "solve.sh")).returncode == 0
    assert 0.65 < place.tested(task) <= 1.0
    record = json.loads((place.logs / "kernelcraft.json").read_text())
    assert (record["rules"], record["correct"], record["group"]) == ("train", True, "0")


def test_where_there_is_no_reward_none_is_written(tmp_path: Path, image: Path) -> None:
    task = harbor.write(load_cell(CELL), tmp_path)
    place = Container(tmp_path, image)
    place.variables[VARIABLE] = "too short"
    assert place.run(str(task / "tests" / "test.sh")).returncode != 0
    assert not (place.logs / "reward.txt").exists()


def test_the_experts_are_not_in_the_agent_s_image(tmp_path: Path, image: Path) -> None:
    place = Container(tmp_path, image)
    names = platforms.names()
    for name in names:
        found = [*(image / "kernelcraft" / "platforms" / name).rglob("kernels/experts/*")]
        assert found == []
    asked = "import kernelcraft as k; print(k.baseline(C)); k.expert(C)".replace("C", repr(CELL))
    done = place.run("python", "-c", asked)
    assert baseline(CELL) in done.stdout
    assert "Unwritten" in done.stderr


def test_the_command_writes_what_harbor_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wheel = tmp_path / "kernelcraft-0.0-py3-none-any.whl"
    wheel.write_bytes(b"a wheel")
    chosen = ("--platform", "coral_npu", "--task", "relu", "--config", "C1", "--wheel", str(wheel))
    assert main(["harbor", str(tmp_path / "tasks"), *chosen]) == 0
    assert "wrote 1 task folders" in capsys.readouterr().out
    task = tmp_path / "tasks" / "coral-npu-relu-c1"
    settings = tomllib.loads((task / "task.toml").read_text())
    assert settings["task"]["name"] == "kernelcraft/coral-npu-relu-c1"
    assert settings["verifier"]["environment_mode"] == "separate"
    (file,) = settings["artifacts"]
    told = (task / "instruction.md").read_text()
    assert told.count(file) > 1
    assert not re.search(r"write_code|run_evaluation|\b[A-Z]{4,}\b FILE", told)
    docker = (task / "environment" / "Dockerfile").read_text()
    assert f"COPY {wheel.name} .\nRUN pip install --no-cache-dir {wheel.name}" in docker
    assert (task / "environment" / wheel.name).read_bytes() == b"a wheel"
    assert main(["harbor", str(tmp_path), "--wheel", "none.whl"]) == 2
