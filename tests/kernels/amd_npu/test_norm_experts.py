"""The experts of the norms are right, with room, and far ahead of the template baseline."""

from __future__ import annotations

import pytest

from kernelcraft.grading.verification import grade
from kernelcraft.kernels import expert, load_cell
from kernelcraft.kernels.amd_npu.pipelines.root import step


@pytest.mark.parametrize(
    ("name", "cycles"),
    [
        ("rms_norm/C1", 126),
        ("rms_norm/C2", 213),
    ],
)
def test_an_expert_is_right(name: str, cycles: int) -> None:
    cell = load_cell(f"amd_npu/{name}")
    verdict = grade(cell, expert(cell), seed=2, second_run=False)
    assert verdict.cycles == cycles, verdict.message
    assert verdict.normalised_error is not None
    assert verdict.tau is not None
    assert verdict.normalised_error < 0.6 * verdict.tau


@pytest.mark.parametrize("name", ["rms_norm/rows=3,width=256", "rms_norm/rows=11,width=192"])
def test_unpublished_sizes(name: str) -> None:
    cell = load_cell(f"amd_npu/{name}")
    assert grade(cell, expert(cell), seed=2, second_run=False).correct


def test_a_newton_step_leaves_a_thousandth() -> None:
    found = step(8.0)  # 8/√v, as rows of 64 elements need it
    assert found.error < 0.0011
