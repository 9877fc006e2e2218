"""`prove`: a sentence for people, numbers in JSON, and the exit code of what was found."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from tests.cli.conftest import Command

CELL = "coral_npu/conv_block/C1"
WRONG = f"the kernel does not assemble: kernelcraft check {CELL}"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The compiler's kernel."""
    path = tmp_path / "kernel.s"
    path.write_text(kernels.baseline(load_cell(CELL)))
    return path


def test_all_is_shown(kernelcraft: Command, file: Path) -> None:
    shown = kernelcraft("prove", CELL, file)
    assert (shown.code, shown.err) == (0, "")
    proved, control, by, shown_by_runs, last = shown.out.splitlines()
    assert proved.startswith(f"{CELL}: all 512 outputs are the task's, for all inputs, but for ")
    assert control == "for all inputs, control and addresses depend on none of them"
    assert by == (
        "compared by polynomials of whole numbers, and all sums, "
        "for weights from -127 to 127, biases up to 2^30 in size"
    )
    assert shown_by_runs == "3,341 of 3,341 dependences are shown, of 296 elements of inputs"
    assert last.endswith("runs; all took the same instructions and cycles")


def test_the_record(kernelcraft: Command, file: Path) -> None:
    record = kernelcraft("prove", CELL, file, "--json").record
    assert record["success"]
    assert record["complete"]
    assert record["right"]
    assert record["cell"] == CELL
    proof = record["for_all_inputs"]
    assert isinstance(proof, dict)
    assert proof["proved"]
    assert record["shown"] == record["pairs"]
    assert (record["missing"], record["hidden"], record["surplus"], record["fault"]) == (
        0,
        0,
        0,
        "",
    )


def test_a_kernel_that_writes_nothing(kernelcraft: Command, tmp_path: Path) -> None:
    path = tmp_path / "nothing.s"
    path.write_text("mpause\n")
    found = kernelcraft("prove", CELL, path)
    assert found.code == 1
    first, control, unwritten, by_runs, public, *_ = found.out.splitlines()
    assert first.startswith(f"{CELL}: for all inputs, ")
    assert "dependences are missing: output [0, 0, 0] on x[" in first
    assert control == "for all inputs, control and addresses depend on none of them"
    assert unwritten == "512 outputs are made of what was never written"
    assert by_runs.startswith("with one element changed (")
    assert " instead of " in by_runs
    assert public.startswith("on the public inputs: ")


def test_what_is_no_kernel(kernelcraft: Command, tmp_path: Path) -> None:
    path = tmp_path / "typo.s"
    path.write_text("adddi a0, a0, 1\n")
    found = kernelcraft("prove", CELL, path)
    assert (found.code, found.out) == (1, f"{CELL}: {WRONG} {path}\n")
    assert kernelcraft("prove", CELL, tmp_path / "no.s").code == 2
