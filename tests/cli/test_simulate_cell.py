"""`simulate --cell` runs a kernel on the public inputs of its cell and stops where it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from tests.cli.conftest import Command
from tests.small_kernels import silu

CELLS = ("plena/softmax/C1", "coral_npu/softmax/C1", "amd_npu/softmax/C1")


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A right SiLU."""
    path = tmp_path / "silu.asm"
    path.write_text(silu(4))
    return path


@pytest.mark.parametrize("name", CELLS)
def test_the_output_of_an_expert(kernelcraft: Command, tmp_path: Path, name: str) -> None:
    path = tmp_path / "kernel.s"
    path.write_text(kernels.expert(load_cell(name)))
    shown = kernelcraft("simulate", "--cell", name, path, "--dump", "output", "--json")
    (tensor,) = shown.record["tensors"].values()  # type: ignore[attr-defined]
    assert len(tensor) == 4
    rows = [sum(value + (128 if "coral" in name else 0) for value in row) for row in tensor]
    whole = 256 if "coral" in name else 1
    assert rows == pytest.approx([whole] * 4, rel=0.06)


@pytest.mark.parametrize("name", CELLS)
def test_both_machines_stop_in_the_same_state(
    kernelcraft: Command, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "kernel.s"
    text = kernels.expert(load_cell(name))
    path.write_text(text)
    line = next(n for n, code in enumerate(text.split("\n"), 1) if n > 24 and code.strip())
    words = ("simulate", "--cell", name, path, "--stop-at", line, "--registers", "--json")
    native = kernelcraft(*words).record
    assert native["stopped_at"] == line
    assert native["changed_registers"]
    assert kernelcraft(*words, "--reference").record == native


def test_it_stops_before_the_line(kernelcraft: Command, small: Path) -> None:
    shown = kernelcraft("simulate", "--cell", "plena/silu/C1", small, "--stop-at", 6, "--dump", "x")
    lines = shown.out.splitlines()
    assert shown.code == 0
    assert lines[0] == "plena/silu/C1: stopped before line 6, after 5 cycles, 5 instructions"
    assert lines[1] == "  6: S_LD_FP f1, gp0, 1"
    assert lines[2:4] == [
        "registers that changed:",
        "  gp1 = 256  gp2 = 64  SCALE = 256  STRIDE = 64",
    ]
    assert lines[4] == "x [4 x 64]:"
    assert max(map(len, lines)) <= 80


def test_what_was_not_written_is_seen(kernelcraft: Command, small: Path) -> None:
    words = ("simulate", "--cell", "plena/silu/C1", small, "--dump", "output")
    stopped = kernelcraft(*words, "--stop-at", 23).out
    assert "output [4 x 64], - where nothing was written:" in stopped
    assert "where nothing" not in kernelcraft(*words).out


def test_a_fault_shows_the_state_it_left(kernelcraft: Command, tmp_path: Path) -> None:
    path = tmp_path / "early.s"
    path.write_text("kernel:\nlda p1, [p0, #0]\nvlda wl2, [p1], #32\nret lr\n" + "nop\n" * 5)
    shown = kernelcraft("simulate", "--cell", "amd_npu/relu/C1", path, "--stop-at", 4)
    assert shown.code == 1
    assert "line 3: vlda wl2, [p1], #32: " in shown.out
    assert "line 4 was not reached" in shown.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--dump", "outptu"), "has no tensor 'outptu'; did you mean 'output'?"),
        (("--stop-at", 900), "--stop-at 900: the last instruction is on line "),
        (("--show-rows", "9:1"), "--show-rows: vector SRAM has rows 0 to "),
    ],
)
def test_what_cannot_be_shown(
    kernelcraft: Command, small: Path, words: tuple[object, ...], message: str
) -> None:
    shown = kernelcraft("simulate", "--cell", "plena/silu/C1", small, *words)
    assert shown.code == 2
    assert message in shown.err


def test_a_platform_before_the_cell_changes_nothing(kernelcraft: Command, small: Path) -> None:
    usual = kernelcraft("simulate", "--cell", "plena/silu/C1", small)
    assert kernelcraft("simulate", "plena", small, "--cell=plena/silu/C1").out == usual.out
