"""`run` shows a person where a kernel is wrong; `grade` shows the same of what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.small_kernels import relu, silu

CELL = "plena/silu/C1"
EARLY = "kernel:\nlda p1, [p0, #0] ; movx r0, #0\nvlda wl2, [p1], #32\nret lr\n" + "nop\n" * 5


@pytest.fixture
def half(tmp_path: Path) -> Path:
    """A SiLU that never finishes its last two rows."""
    path = tmp_path / "half.asm"
    path.write_text(silu(4, stored=2))
    return path


def test_rows_elements_and_addresses_of_a_wrong_kernel(kernelcraft: Command, half: Path) -> None:
    shown = kernelcraft("run", CELL, half, "--rows", 1)
    assert shown.code == 1
    lines = shown.out.splitlines()
    assert lines[0].startswith("plena/silu/C1: the output is wrong: ")
    assert "worst rows (normalised error):" in lines
    first = lines[lines.index("first wrong elements:") + 1]
    assert first.startswith("  [2, 0] expected ")
    assert first.endswith(" at vector_sram[128]")
    assert any(line.startswith("row [0]: 63 non-zero") for line in lines)
    assert max(map(len, lines[lines.index("the first 1 of 4 rows") :])) <= 80


def test_programs_get_them_as_numbers(kernelcraft: Command, half: Path) -> None:
    shown = kernelcraft("run", CELL, half, "--rows", 2, "--json")
    (first, *_) = shown.several("wrong_elements")
    assert (first["index"], first["address"]) == ([2, 0], "vector_sram[128]")
    assert first["expected"] != first["found"]
    assert [row["index"] for row in shown.several("worst_rows")] == [[2], [3], [1], [0]]
    assert [row["row"] for row in shown.several("rows")] == [[0], [1]]


def test_a_refusing_grade_shows_the_same(kernelcraft: Command, half: Path) -> None:
    shown = kernelcraft("grade", CELL, half)
    assert "on the public inputs: the output is wrong: " in shown.out
    assert "first wrong elements:\n  [2, 0] expected " in shown.out
    public = kernelcraft("grade", CELL, half, "--json").record["public_run"]
    assert isinstance(public, dict)
    assert public["wrong_elements"][0]["address"] == "vector_sram[128]"


def test_of_a_right_kernel_grade_shows_no_rows(kernelcraft: Command, tmp_path: Path) -> None:
    right = tmp_path / "right.asm"
    right.write_text(silu(4))
    shown = kernelcraft("grade", CELL, right, "--json")
    assert shown.record["public_run"] is None
    assert kernelcraft("run", CELL, right).out.startswith("plena/silu/C1: correct, ")


def test_whole_numbers_have_bytes_for_addresses(kernelcraft: Command, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.s"
    wrong.write_text(relu(512, 3))
    shown = kernelcraft("run", "coral_npu/relu/C1", wrong)
    assert shown.code == 1
    assert " at 0x2000" in shown.out


def test_a_wrong_kernel_of_a_machine_that_waits_for_nothing_points_to_hazards(
    kernelcraft: Command, tmp_path: Path
) -> None:
    early = tmp_path / "early.s"
    early.write_text(EARLY)
    for command in ("run", "grade"):
        shown = kernelcraft(command, "amd_npu/relu/C1", early)
        assert f"  kernelcraft check amd_npu/relu/C1 {early} --hazards" in shown.out.splitlines()
    checked = kernelcraft("check", "amd_npu/relu/C1", early, "--hazards")
    assert "\nhazard: line 3: vlda reads p1 before the result of lda" in checked.out
    assert "warning: " not in checked.out


def test_files_that_are_no_kernels(kernelcraft: Command, tmp_path: Path) -> None:
    bad = tmp_path / "bad.asm"
    bad.write_text("V_ADD_VW gp1, gp2, gp3\n")
    shown = kernelcraft("run", CELL, bad)
    assert shown.code == 1
    assert "line 1: unknown instruction 'V_ADD_VW'" in shown.out
    bad.write_bytes(b"\xff")
    assert "expected UTF-8" in kernelcraft("run", CELL, bad).out


def test_a_store_outside_memory_is_called_that(kernelcraft: Command, tmp_path: Path) -> None:
    path = tmp_path / "stray.asm"
    path.write_text(silu(4, after="V_ADD_VV gp4, gp4, gp4, 0"))  # one row more
    said = "a store outside the output and the free memory: vector SRAM address 256"
    assert f"{CELL}: refused: {said}" in kernelcraft("run", CELL, path).out
    graded = kernelcraft("grade", CELL, path)
    assert graded.out.startswith(f"{CELL}: not correct (fault)\n{said}")
    assert "dishonest" not in graded.out
