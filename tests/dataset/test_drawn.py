"""The data set on drawn machines: each episode on one of its own, with faults and their repair."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

from kernelcraft import AssemblyError, baseline
from kernelcraft.agents.mends import faulty
from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.variants import parsed
from kernelcraft.cli import main
from kernelcraft.dataset.drawn import cells


def test_each_episode_has_a_machine_of_its_own() -> None:
    names = list(islice(cells(("plena", "coral_npu", "amd_npu"), 4), 60))
    machines = [parsed(name.partition("/")[0]) for name in names]
    assert len(set(machines)) == 60
    assert {each.base for each in machines if each} == {"plena", "coral_npu", "amd_npu"}
    assert {each.strength for each in machines if each} == {"names", "encoding"}


def test_faults_are_no_kernels_or_other_ones() -> None:
    cell = load_cell("plena/silu/C1")
    right, wrong = baseline(cell), 0
    rows = cell.platform.assemble(right).ops.tolist()
    for seed in range(30):
        text = faulty(right, random.Random(seed))
        assert text != right
        try:
            wrong += cell.platform.assemble(text).ops.tolist() != rows
        except AssemblyError:
            wrong += 1
    assert wrong == 30


def test_the_command_makes_trajectories_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["lab", "data-set", str(tmp_path), "--platform", "plena", "--json"]
    assert main([*words, "--trajectories", "4"]) == 0
    assert json.loads(capsys.readouterr().out)["trajectories"] == 4
    rows = [json.loads(line) for line in (tmp_path / "part-0000/trajectories.jsonl").open()]
    assert len({row["platform"] for row in rows}) == 4
    for row in rows:
        passed = [step["passed"] for step in row["steps"]]
        assert row["right"]
        assert not passed[0]
        assert "task on a drawn machine" in row["contaminates"]
    card = (tmp_path / "part-0000/README.md").read_text()
    assert "| variants of plena | mends | program | 4 | 4 |" in card
    assert (tmp_path / "README.md").read_text() == card  # of one part
    before = (tmp_path / "part-0000/trajectories.jsonl").stat().st_mtime_ns
    assert main([*words, "--trajectories", "4"]) == 0
    assert (tmp_path / "part-0000/trajectories.jsonl").stat().st_mtime_ns == before


def test_ctrl_c_ends_all_of_it_without_a_traceback(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "kernelcraft", "lab", "data-set", str(tmp_path / "set")]
    with subprocess.Popen(
        [*words, "--platform", "plena", "--workers", "2"],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while len(children.read_text().split()) < 3:  # two makers, and a tracker of resources
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)  # nobody holds its standard error any more
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "interrupted" in err
