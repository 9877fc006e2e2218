"""The experts of norms and of GEMV are right, with room, and take the cycles that docs say."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelcraft import tasks
from kernelcraft.cells.cell import load_cell, make_cell
from kernelcraft.cells.kernels import baseline, bound, expert
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.grading.verification import grade
from kernelcraft.platforms.amd_npu.kernels.pipelines.root import step
from kernelcraft.platforms.amd_npu.machine.platform import PLATFORM

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
        "layer_norm/rows=48,width=64",
        "layer_norm/rows=80,width=32",
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


WIDTHS = (
    *("softmax/rows=16,width=77", "softmax/rows=5,width=32", "softmax/rows=3,width=416"),
    *("softmax/rows=2,width=1024", "softmax/rows=16,width=1", "softmax/rows=6,width=48"),
    *("layer_norm/rows=3,width=192", "layer_norm/rows=7,width=16", "layer_norm/rows=2,width=1008"),
    *("rms_norm/rows=5,width=80", "rms_norm/rows=9,width=1024", "rms_norm/rows=3,width=128"),
)


@pytest.mark.parametrize("name", WIDTHS)
def test_rows_of_any_length(name: str) -> None:
    """Softmax of any number of elements, norms of whole vectors; experts are never slower."""
    cell = load_cell(f"amd_npu/{name}")
    first = grade(cell, baseline(cell), seed=4, second_run=False)
    assert first.correct, first.message
    verdict = grade(cell, expert(cell), seed=4, second_run=False)
    assert verdict.correct, verdict.message
    assert (bound(cell) or 0) < (verdict.cycles or 0) <= (first.cycles or 0)


def test_rows_that_are_too_long() -> None:
    for name in ("layer_norm", "softmax"):
        task, dims = tasks.load(name), {"rows": 2, "width": 1088}
        with pytest.raises(Unwritten, match=r"the template needs rows of \d+ to 1024 by"):
            expert(make_cell(PLATFORM, task, "long", dims))


def test_a_newton_step_leaves_a_thousandth() -> None:
    found = step(8.0)  # 8/√v, as rows of 64 elements need it
    assert found.error < 0.0011
