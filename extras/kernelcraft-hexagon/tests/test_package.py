"""The package as others have it: installed by pip, used by the commands, short."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

import kernelcraft_hexagon
from kernelcraft_hexagon.machine import places
from kernels import CONFINED, SIMULATED

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "kernelcraft_hexagon"


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """`kernelcraft` with the package's folder."""
    line = [sys.executable, "-m", "kernelcraft", *words, "--platform", str(ROOT)]
    return subprocess.run(line, capture_output=True, text=True, check=False)


def test_pip_installs_all_of_it(tmp_path: Path) -> None:
    """Without network: every file that is needed, and the entry point."""
    copy = tmp_path / "source"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    target = tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    options = ["--no-build-isolation", "--no-compile", "--target", str(target), str(copy)]
    subprocess.run([*pip, *options], check=True, capture_output=True)
    installed = target / "kernelcraft_hexagon"
    kept = {each.relative_to(SOURCES) for each in SOURCES.rglob("*.*")}
    kept = {each for each in kept if "__pycache__" not in each.parts}
    assert kept == {each.relative_to(installed) for each in installed.rglob("*.*")}
    entries = ConfigParser()
    (facts,) = target.glob("*.dist-info/entry_points.txt")
    entries.read(facts)
    assert dict(entries["kernelcraft.platforms"]) == {"hexagon": "kernelcraft_hexagon:PLATFORM"}


def test_the_description_is_short() -> None:
    """At most 100 lines of Python for a designer; kernels and the model of time aside."""
    files = [Path(str(each.__file__)) for each in (kernelcraft_hexagon, places)]
    assert sum(len(file.read_text().splitlines()) for file in files) <= 100


@SIMULATED
@CONFINED
def test_the_smallest_cells_are_right() -> None:
    found = command("verify", "--agent", "expert", "--task", "relu", "--config", "C1", "--json")
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)


@pytest.mark.sweep  # `make extras` grades those that are not held out
@SIMULATED
@CONFINED
def test_held_out_baselines_are_compiled_and_right() -> None:
    """Of every task the smallest size, and one that no vector divides."""
    found = command("verify", "--agent", "baseline", "--config", "C1", "--held-out", "2", "--json")
    assert found.returncode == 0, found.stderr
    graded = json.loads(found.stdout)["results"]
    held_out = [each["cell"] for each in graded if "=" in each["cell"]]
    assert len(held_out) == 12
    assert all(each["correct"] for each in graded)


@SIMULATED
@CONFINED
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("show", "hexagon/gemm/C1"), ("vrmpy(Vu,Vv)", "must not be written", "jumpr r31")),
        (("profile", "hexagon/relu/C1", "KERNEL"), ("9 cycles", "vmem")),
    ],
)
def test_the_commands_take_it(words: tuple[str, ...], says: tuple[str, ...]) -> None:
    kernel = SOURCES / "kernels" / "baseline" / "assembly" / "relu" / "C1.hvx.s"
    found = command(*(str(kernel) if word == "KERNEL" else word for word in words))
    assert found.returncode == 0, found.stderr
    for each in says:
        assert each in found.stdout
