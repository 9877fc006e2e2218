"""A wheel without native code works, and says once that it uses the reference machine."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from kernelcraft.records import jsonl
from tests.reports.made_up import episode

ROOT = Path(__file__).parent.parent
PROGRAM = "S_ADDI_INT gp1, gp0, 7\n"


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The contents of the wheel for machines that have none of their own."""
    folder = tmp_path_factory.mktemp("wheel")
    built = shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", folder / "source" / "src", ignore=built)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, folder / "source" / name)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [*command, "--wheel-dir", folder, folder / "source"],
        check=True,
        env={**os.environ, "KERNELCRAFT_NATIVE": "0"},
        capture_output=True,
    )
    (wheel,) = folder.glob("*-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert not [name for name in archive.namelist() if "_native" in name]
        archive.extractall(folder / "site")
    return folder / "site"


def run(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kernelcraft", *arguments],
        cwd=site.parent,
        env={**os.environ, "PYTHONPATH": str(site), "PATH": ""},  # no compiler here, either
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_it_simulates_and_says_so_once(bare: Path) -> None:
    program = bare.parent / "program.asm"
    program.write_text(PROGRAM * 3)
    done = run(bare, "simulate", "plena", str(program))
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("reference machine") == 1
    assert "3" in done.stdout


def test_it_carries_its_data(bare: Path) -> None:
    done = run(bare, "cells")
    assert done.returncode == 0, done.stderr
    assert "plena/batch_matmul/C5" in done.stdout


def test_it_carries_the_pages_of_the_web_report(bare: Path) -> None:
    logs = bare.parent / "logs"
    logs.mkdir()
    jsonl.write(logs / jsonl.FILE, [episode("plena/silu/C1", 60)])
    done = run(bare, "report", str(logs), "--html", str(bare.parent / "report"))
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (bare.parent / "report").iterdir()}
    assert names >= {"index.html", "report.css", "report.js", "plotly.min.js", "episodes"}


def test_it_carries_compiled_kernels(bare: Path) -> None:
    done = run(bare, "baseline", "coral_npu/gemm/C1", "--from", "plain")
    assert done.returncode == 0, done.stderr
    assert "\tmpause\n" in done.stdout
