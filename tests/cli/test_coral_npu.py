"""The commands on the Coral NPU's cells."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.platforms import names
from kernelcraft.cells.sizes import configurations
from kernelcraft.workbench import Workbench
from tests.cli.conftest import Command
from tests.small_kernels import relu

NAME = "coral_npu/relu/C1"
CELL = load_cell(NAME)
KERNEL = relu(CELL.dims["n"], int(CELL.constants["zero_point"]))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "relu.s"
    path.write_text(KERNEL)
    return path


def test_cells_and_tasks(kernelcraft: Command) -> None:
    found = kernelcraft("cells", "--platform", "coral_npu", "--json").several("cells")
    assert len(found) == 75
    assert all(not cell["taus"] for cell in found)
    every = kernelcraft("cells", "--task", "gemm", "--config", "C2", "--json").several("cells")
    assert [cell["cell"] for cell in every] == [
        f"{name}/gemm/C2" for name in names() if "gemm" in configurations(name)
    ]


@pytest.mark.parametrize("detail", ["compact", "full"])
def test_show(kernelcraft: Command, detail: str) -> None:
    full = Workbench(CELL, detail="full" if detail == "full" else "compact").prompt
    shown = kernelcraft("show", NAME, "--prompt", detail)
    assert shown.code == 0
    assert full.system in shown.out
    assert f"about {full.tokens:,} tokens" in shown.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("show coral_npu/rellu/C1", "there is no task 'rellu'; did you mean 'coral_npu/relu/C1'"),
        ("show coral_npu/rope/C1", "there is no task 'rope' for coral_npu"),
        ("show coral/relu/C1", "did you mean 'coral_npu/relu/C1'?"),
        ("show coral_npu/relu/C9", "there is no configuration 'C9'; did you mean 'coral_npu/relu/"),
        ("show coral_npu/relu/C1 --prompt short", "--prompt"),
        ("cells --platform coralnpu", "did you mean 'coral_npu'?"),
        ("manual coral_npux", "did you mean coral_npu?"),
        ("manual coral_npu vsmull", "did you mean vsmul"),
    ],
)
def test_typos(kernelcraft: Command, words: str, sentence: str) -> None:
    found = kernelcraft(*words.split())
    assert (found.code, found.out) == (2, "")
    assert sentence in found.err


def test_check_and_machine_code(kernelcraft: Command, file: Path, tmp_path: Path) -> None:
    code = tmp_path / "words"
    assert kernelcraft("check", NAME, file, "--words", code).code == 0
    assert code.read_text().split()[-1] == "0x08000073"  # mpause, and no guard behind it
    text = kernelcraft("disassemble", "coral_npu", code).out
    assert "vmax.vx v8, v8, a3" in text
    file.write_text(KERNEL.replace("mpause", ""))
    refused = kernelcraft("check", NAME, file)
    assert refused.code == 1
    assert "no mpause is in the program" in refused.out


@pytest.mark.parametrize("rules", ["strict", "paper"])
def test_grade(kernelcraft: Command, file: Path, rules: str) -> None:
    right = kernelcraft("grade", NAME, file, "--rules", rules, "--seed", "4", "--json")
    assert right.code == 0
    assert (right.record["correct"], right.record["tau"]) == (True, None)
    file.write_text(KERNEL.replace("vmax.vx", "vmin.vx"))
    wrong = kernelcraft("grade", NAME, file, "--rules", rules, "--seed", "4", "--json")
    assert wrong.code == 1
    assert wrong.record["failure"] == "wrong"


def test_profile_and_simulate(kernelcraft: Command, file: Path, tmp_path: Path) -> None:
    shown = kernelcraft("profile", NAME, file)
    assert shown.code == 0
    assert "vle8.v v8, (a0)" in shown.out
    given, left = tmp_path / "x", tmp_path / "y"
    given.write_bytes(bytes(range(256)) * 2)
    options = ("--mem", f"0x20000000:{given}", "--dump", f"0x20001000:512:{left}")
    assert kernelcraft("simulate", "coral_npu", file, *options).code == 0
    zero = int(CELL.constants["zero_point"])
    signed = [byte - 256 if byte > 127 else byte for byte in given.read_bytes()]
    assert list(left.read_bytes()) == [max(x, zero) & 255 for x in signed]


def test_the_manual(kernelcraft: Command) -> None:
    page = kernelcraft("manual", "coral_npu", "mpause")
    assert "Halt without fault" in page.out
    book = kernelcraft("manual", "coral_npu").out
    assert book.startswith("## Hardware configuration")
    assert "## vluxseg7ei16.v" in book
