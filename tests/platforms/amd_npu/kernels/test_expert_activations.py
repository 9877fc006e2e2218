"""The experts of element functions, Softmax and RoPE are right, and as fast as the docs say."""

from __future__ import annotations

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline, expert
from kernelcraft.grading.verification import grade

CYCLES = {
    "relu": (30, 78, 142, 526, 1_038),
    "silu": (89, 233, 428, 1_580, 3_116),
    "gelu": (89, 233, 428, 1_580, 3_116),
    "softmax": (157, 404, 668, 2_252, 4_364),
    "rope": (43, 92, 103, 284, 540),
}
"""Of C1 to C5."""
UNPUBLISHED = [
    "relu/rows=3,width=192",
    "silu/rows=1,width=64",
    "gelu/rows=5,width=128",
    "softmax/rows=2,width=64",
    "softmax/rows=9,width=64",
    "softmax/rows=14,width=64",
    "softmax/rows=15,width=64",
    "softmax/rows=26,width=64",
    "softmax/rows=8,width=32",
    "softmax/rows=6,width=32",
    "softmax/rows=3,width=128",
    "rope/s=8,d=32",
    "rope/s=24,d=16",
    "rope/s=40,d=96",
]


@pytest.mark.sweep
@pytest.mark.parametrize("configuration", range(5))
@pytest.mark.parametrize("task", CYCLES)
def test_an_expert_is_right_and_no_slower_than_the_baseline(task: str, configuration: int) -> None:
    cell = load_cell(f"amd_npu/{task}/C{configuration + 1}")
    verdict = grade(cell, expert(cell), seed=configuration, second_run=False)
    assert verdict.correct, verdict.message
    assert verdict.cycles == CYCLES[task][configuration]
    theirs = grade(cell, baseline(cell), seed=4, second_run=False)
    assert theirs.cycles is not None
    assert verdict.cycles <= theirs.cycles


@pytest.mark.parametrize("task", CYCLES)
def test_few_rows_are_right_on_other_inputs(task: str) -> None:
    cell = load_cell(f"amd_npu/{task}/C1")
    for seed in (11, 12, 13):
        verdict = grade(cell, expert(cell), seed=seed, second_run=False)
        assert verdict.correct, verdict.message


@pytest.mark.sweep
@pytest.mark.parametrize("name", UNPUBLISHED)
def test_other_sizes_are_right(name: str) -> None:
    cell = load_cell(f"amd_npu/{name}")
    verdict = grade(cell, expert(cell), seed=3, second_run=False)
    assert verdict.correct, verdict.message
