"""The package that `kernelcraft new task` writes works as it is, also on a platform of others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.templates.installed import Outside, written

NAME = "fold"
CELL = f"plena/{NAME}/C1"


@pytest.fixture(scope="module")
def task(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written("task", NAME, tmp_path_factory.mktemp("outside") / "task")


@pytest.fixture(scope="module")
def outside(task: Path) -> Outside:
    return Outside(task, (task,))


def test_its_cells_are_among_those_of_the_platform(outside: Outside) -> None:
    found = json.loads(outside("cells", "--task", NAME, "--json").stdout)["cells"]
    assert [each["cell"] for each in found] == [CELL, f"plena/{NAME}/C2"]
    assert "y = x / (1 + x²)" in outside("show", CELL).stdout


def test_its_own_test_passes(outside: Outside, task: Path) -> None:
    """Its kernels are compiled, and its mistakes are refused."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(task / "tests")],
        env={**os.environ, "PYTHONPATH": str(task / "src")},
        cwd=task,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.sweep
def test_a_record_names_the_package_and_replays_with_it_only(outside: Outside, task: Path) -> None:
    words = ("craft", CELL, "--agent", "baseline", "--log-dir", "runs", "--json")
    episode = json.loads(outside(*words).stdout)["episode"]
    assert episode["correct"]
    (package,) = episode["origins"]["packages"]
    assert (package["brings"], package["id"]) == ("tasks", NAME)
    assert (package["name"], package["version"]) == (f"kernelcraft-task-{NAME}", "0.1.0")
    outside("replay", "runs")
    missing = outside("replay", "runs", code=1, packages=()).stdout
    assert f"the package kernelcraft-task-{NAME} 0.1.0" in missing
    assert f"which brought the task {NAME}, is missing" in missing
    assert CELL in outside("report", "runs", packages=()).stdout
    source = task / "src" / NAME / "__init__.py"
    text = source.read_text()
    source.write_text(text + "\n# edited\n")
    try:
        changed = outside("replay", "runs", code=1).stdout
    finally:
        source.write_text(text)
    assert f"other sources of the package kernelcraft-task-{NAME} 0.1.0" in changed


@pytest.mark.sweep
def test_on_a_platform_of_others_it_is_compiled(
    outside: Outside, task: Path, tmp_path: Path
) -> None:
    npu = written("platform", "wisp_3", tmp_path / "wisp")
    sizes = npu / "src" / "wisp_3" / "cells" / "sizes.toml"
    sizes.write_text(f"{sizes.read_text()}\n[{NAME}]\nC1 = {{rows = 4, width = 64}}\n")
    words = ("craft", f"wisp_3/{NAME}/C1", "--agent", "tuner", "--log-dir", str(tmp_path / "runs"))
    episode = json.loads(outside(*words, "--json", packages=(task, npu)).stdout)["episode"]
    assert episode["correct"]
    assert {each["brings"] for each in episode["origins"]["packages"]} == {"platforms", "tasks"}


def test_sizes_without_the_platforms_task_are_a_sentence(outside: Outside) -> None:
    refused = outside("show", f"plena/{NAME}/rows=12,width=64", code=2).stderr
    assert f"no sizes for held-out cells of {NAME} on plena" in refused
    assert "did you mean 'fold'?" in outside("cells", "--task", "folt", code=2).stderr


def test_the_command(outside: Outside, tmp_path: Path) -> None:
    shown = outside("new", "task", "mine", "--into", str(tmp_path / "mine")).stdout
    assert "kernelcraft craft plena/mine/C1 --agent tuner" in shown
    assert "there is a task silu already" in outside("new", "task", "silu", code=2).stderr
