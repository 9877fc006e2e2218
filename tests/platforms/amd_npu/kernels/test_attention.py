"""Attention made of other kernels: scores in rows of any length, layouts."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline, bound, expert
from kernelcraft.cells.protocol import Tensor
from kernelcraft.grading.verification import grade
from kernelcraft.platforms.amd_npu.machine.layouts import arranged, restored, sentence

CYCLES = {"C1": 190, "C2": 399, "C3": 1560, "s=24,h=8": 434, "s=72,h=24": 7132, "s=8,h=8": 180}


@pytest.mark.sweep
@pytest.mark.parametrize("name", CYCLES)
def test_the_expert_is_right(name: str) -> None:
    cell = load_cell(f"amd_npu/attention/{name}")
    verdict = grade(cell, expert(cell), seed=5, second_run=False)
    assert verdict.correct, verdict.message
    assert verdict.cycles == CYCLES[name]
    assert (bound(cell) or 0) < CYCLES[name]


def test_keys_lie_as_the_factor_that_is_their_transpose() -> None:
    keys = Tensor("k", (8, 16), "cache", part="right transposed", axes=("s", "h"))
    values = np.arange(128.0).reshape(8, 16)
    factor = Tensor("kt", (16, 8), "cache", part="right", axes=("h", "s"))
    there = arranged(keys, values)
    assert (there == arranged(factor, values.T)).all()
    assert (restored(keys, there) == values).all()
    assert sentence(keys) == "transposed, in tiles of 8x4: [h/8][s/4][8][4]"


def test_what_does_not_keep_its_maximum_misses_peaked_rows() -> None:
    cell = load_cell("amd_npu/attention/C2")
    lines = baseline(cell).split("\n")
    kept = [line.replace("vmax_lt.bf16", "vmin_ge.bf16") for line in lines]
    assert kept != lines
    assert not grade(cell, "\n".join(kept), seed=5, second_run=False).correct
