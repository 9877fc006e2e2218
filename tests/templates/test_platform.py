"""The package that `kernelcraft new platform` writes works as it is, outside of this tree."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from kernelcraft.sim import on_demand
from kernelcraft.templates import NameTaken, write
from tests.templates.packages import Package

NAME = "wisp_2"
TASKS = (
    *("relu", "silu", "gelu", "softmax", "layer_norm", "rms_norm"),
    *("gemv", "gemm", "batch_matmul", "linear"),
)
Outside = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Package:
    """The package, installed without pip."""
    return Package.of(tmp_path_factory.mktemp("outside") / "package", NAME)


@pytest.fixture(scope="module")
def package(installed: Package) -> Path:
    """Its folder."""
    return installed.folder


@pytest.fixture(scope="module")
def outside(installed: Package) -> Outside:
    """Runs `kernelcraft` where the package is installed."""
    return installed.run


@pytest.fixture(scope="module")
def relu(outside: Outside, package: Path) -> str:
    """The file with the baseline of ReLU."""
    (package / "relu.asm").write_text(outside("baseline", f"{NAME}/relu/C1").stdout)
    return "relu.asm"


def test_its_cells_are_listed_and_shown(outside: Outside) -> None:
    found = json.loads(outside("cells", "--platform", NAME, "--json").stdout)
    names = {each["cell"] for each in found["cells"]}
    assert names == {f"{NAME}/{task}/C{n}" for task in TASKS for n in (1, 2)}
    assert "You write kernels for Wisp 2" in outside("show", f"{NAME}/silu/C1").stdout


def test_its_own_baselines_are_right_and_the_native_machine_agrees(outside: Outside) -> None:
    found = json.loads(
        outside("verify", "--platform", NAME, "--agent", "baseline", "--json").stdout
    )
    assert found["correct"] == 2 * len(TASKS)
    assert "reference" not in outside("verify", "--platform", NAME, "--agent", "baseline").stderr


def test_tolerances_are_those_of_its_format(outside: Outside, relu: str) -> None:
    verdict = json.loads(outside("grade", f"{NAME}/relu/C1", relu, "--json").stdout)
    assert verdict["correct"]
    assert verdict["tau"] < 1e-5  # 2^-8 on a machine of bfloat16
    assert verdict["confirmed_by"]


@pytest.mark.sweep
def test_the_tuner_makes_its_kernels_faster(outside: Outside) -> None:
    words = ("craft", f"{NAME}/silu/C2", "--agent", "tuner", "--log-dir", "runs", "--json")
    episode = json.loads(outside(*words).stdout)["episode"]
    assert episode["correct"]
    assert episode["best"]["speedup"] > 1.3
    assert json.loads(outside("replay", "runs", "--json").stdout)["differences"] == []
    assert NAME in outside("report", "runs").stdout


@pytest.mark.sweep
def test_a_wrong_kernel_is_refused(outside: Outside, package: Path) -> None:
    text = outside("baseline", f"{NAME}/relu/C1").stdout
    (package / "wrong.asm").write_text(text.replace("vmax", "vadd"))
    outside("grade", f"{NAME}/relu/C1", "wrong.asm", code=1)
    stray = text.replace("halt", "li x2, 0\nstore x2, x2, x2, 1\nhalt")
    (package / "stray.asm").write_text(stray)
    refused = outside("grade", f"{NAME}/relu/C1", "stray.asm", code=1)
    assert "input x was written" in refused.stdout


@pytest.mark.sweep
def test_its_sources_are_part_of_what_a_record_says(
    outside: Outside, package: Path, relu: str
) -> None:
    table = package / "src" / NAME / "machine" / "instructions.py"
    words = ("grade", f"{NAME}/relu/C1", relu, "--json")
    before = json.loads(outside(*words).stdout)
    text = table.read_text()
    table.write_text(text.replace('"vector", latency=4', '"vector", latency=5'))
    after = json.loads(outside(*words).stdout)
    table.write_text(text)
    assert after["cycles"] > before["cycles"]
    assert after["code_hash"] != before["code_hash"]
    assert json.loads(outside(*words).stdout)["code_hash"] == before["code_hash"]


@pytest.mark.sweep
def test_without_a_compiler_the_reference_machine_runs(
    outside: Outside, package: Path, relu: str
) -> None:
    words = ("grade", f"{NAME}/relu/C1", relu)
    shown = outside(*words, PATH="", **{on_demand.CACHE: str(package / "empty")})
    assert "there is no C compiler" in shown.stderr
    assert "correct" in shown.stdout


@pytest.mark.sweep
def test_a_broken_package_breaks_no_other_platform(outside: Outside, package: Path) -> None:
    state = package / "src" / NAME / "machine" / "state.py"
    text = state.read_text()
    state.write_text(text + "\nraise RuntimeError('half written')\n")
    try:
        shown = outside("show", f"{NAME}/relu/C1", code=2)
        assert NAME in shown.stderr
        assert "half written" in shown.stderr
        assert "plena/relu/C1" in outside("cells", "--platform", "plena").stdout
        outside("show", "plena/relu/C1")
    finally:
        state.write_text(text)


@pytest.mark.parametrize("name", ["Wisp", "2wisp", "wi-sp", "class", "../wisp"])
def test_names_that_no_package_has(name: str, tmp_path: Path) -> None:
    with pytest.raises(NameTaken, match="expected small letters"):
        write("platform", name, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_nothing_is_overwritten(package: Path) -> None:
    with pytest.raises(NameTaken, match="is there already"):
        write("platform", NAME, package)


def test_the_command(outside: Outside, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shown = outside("new", "platform", "mine", "--into", str(folder))
    assert "pip install -e ." in shown.stdout
    assert (folder / "src" / "mine" / "machine" / "instructions.py").is_file()
    assert "there is a platform plena already" in outside("new", "platform", "plena", code=2).stderr
    assert not np.any([b"NAME" in each.read_bytes() for each in folder.rglob("*.py")])
