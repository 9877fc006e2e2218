"""`template`, `generate`, `grade --generator` and `show --answer`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.generators import grade
from tests.cli.conftest import Command
from tests.generators.test_grade import EXAMPLE
from tests.generators.test_templates import instructions


def test_a_template_writes_the_compilers_kernel(kernelcraft: Command, tmp_path: Path) -> None:
    printed = kernelcraft("template", "plena/softmax/C1")
    assert printed.code == 0
    path = tmp_path / "softmax.star"
    path.write_text(printed.out)
    written = kernelcraft("generate", "plena/softmax/C3", str(path))
    assert written.code == 0
    baseline = kernels.baseline(load_cell("plena/softmax/C3"))
    assert instructions(written.out) == instructions(baseline)


def test_a_task_without_a_template_is_a_sentence(kernelcraft: Command) -> None:
    found = kernelcraft("template", "coral_npu/gemm/C1")
    assert (found.code, found.out) == (1, "")
    assert "no template of gemm for coral_npu is written as a generator; there are" in found.err


def test_a_fault_of_a_generator_is_a_sentence(kernelcraft: Command, tmp_path: Path) -> None:
    path = tmp_path / "wrong.star"
    path.write_text("def kernel(sizes, machine):\n    return 1 // 0\n")
    found = kernelcraft("generate", "plena/silu/C1", str(path))
    assert (found.code, found.out) == (1, "")
    assert f"{path}: the generator: line 2: Floor division by zero" in found.err


def test_a_grade_has_a_line_for_each_size(
    kernelcraft: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grade, "HIDDEN", 2)
    asked = ("grade", "plena/silu/C1", str(EXAMPLE), "--generator", "--rules", "paper")
    found = kernelcraft(*asked, "--seed", "3")
    assert found.code == 0
    assert "right at 5 of 5 published sizes and 2 of 2 hidden ones" in found.out
    assert found.out.count("hidden  right") == 2
    record = json.loads(kernelcraft(*asked, "--seed", "3", "--json").out)
    assert len(record["sizes"]) == 7
    assert record["seed"] == 3


@pytest.mark.parametrize("answer", ["generator", "template"])
def test_the_prompt_is_shown(kernelcraft: Command, answer: str) -> None:
    found = kernelcraft("show", "plena/silu/C1", "--answer", answer)
    assert "def kernel(sizes, machine):" in found.out
    assert ("## Template" in found.out) == (answer == "template")
