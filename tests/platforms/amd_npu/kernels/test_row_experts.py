"""The experts of norms and of GEMV are right, with room, and take the cycles that docs say."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline, expert
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.grading.verification import grade
from kernelcraft.platforms.amd_npu.kernels.pipelines.root import step

PAGE = Path(__file__).parents[4] / "docs" / "platforms" / "amd_npu.md"
NAMES = (
    "rms_norm/C1",
    "rms_norm/C2",
    "layer_norm/C1",
    "layer_norm/C3",
    "layer_norm/C4",
    "gemv/C1",
    "gemv/C4",
)


@pytest.mark.parametrize("name", NAMES)
def test_an_expert_is_right(name: str) -> None:
    cell = load_cell(f"amd_npu/{name}")
    verdict = grade(cell, expert(cell), seed=2, second_run=False)
    assert verdict.correct, verdict.message
    assert verdict.normalised_error is not None
    assert verdict.tau is not None
    assert verdict.normalised_error < 0.6 * verdict.tau
    table = PAGE.read_text("utf-8").partition("cycles of the expert")[2]
    row = next(line for line in table.splitlines() if line.startswith(f"| {cell.task.name} |"))
    assert f"{verdict.cycles:,}" in row.split(" | ")[int(name[-1])]


@pytest.mark.parametrize("name", NAMES)
def test_no_expert_is_slower_than_the_template(name: str) -> None:
    cell = load_cell(f"amd_npu/{name}")
    ours, theirs = (
        grade(cell, text, seed=2, second_run=False).cycles
        for text in (expert(cell), baseline(cell))
    )
    assert ours is not None
    assert theirs is not None
    assert ours < theirs


@pytest.mark.parametrize(
    "name",
    [
        "rms_norm/rows=3,width=256",
        "rms_norm/rows=11,width=192",
        "layer_norm/rows=5,width=128",
        "layer_norm/rows=44,width=64",
        "gemv/M=48,N=96",
        "gemv/M=32,N=512",
        "gemv/M=16,N=16",
        "gemv/M=80,N=112",
        "gemv/M=16,N=272",
        "gemv/M=256,N=400",
    ],
)
def test_unpublished_sizes(name: str) -> None:
    cell = load_cell(f"amd_npu/{name}")
    assert grade(cell, expert(cell), seed=2, second_run=False).correct


def test_what_no_expert_writes() -> None:
    with pytest.raises(Unwritten, match="the mean of rows of 192 elements"):
        expert(load_cell("amd_npu/layer_norm/rows=3,width=192"))


def test_a_newton_step_leaves_a_thousandth() -> None:
    found = step(8.0)  # 8/√v, as rows of 64 elements need it
    assert found.error < 0.0011
