"""Each rewrite of the tuner's leaves a kernel that does the same, and some are faster."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.grading import verification
from kernelcraft.grading.job import Evaluate
from kernelcraft.platforms.amd_npu.kernels.moves import moves
from kernelcraft.platforms.amd_npu.kernels.moves.listing import read
from kernelcraft.platforms.amd_npu.kernels.moves.trial import Trial

CELL = load_cell("amd_npu/relu/C1")
KERNEL = """\
.globl kernel
kernel:
  lda p1, [p0, #0]  // x
  lda p2, [p0, #4] ; vsub.32 x8, x8, x8
  movx r16, #16
  nop
  nop
  nop
  nop
next: nopx
  vlda wl0, [p1], #32
  nop
  nop
  nop
  nop
  nop
  nop
  add r16, r16, #-1
  vmax_lt.bf16 x1, r17, x0, x8
  nop
  vst wl1, [p2], #32
  jnz r16, #next
  nop
  nop
  nop
  nop
  nop
  ret lr
  nop
  nop
  nop
  nop
  nop
"""


def rewritten(move: str, kernel: str = KERNEL) -> list[str]:
    (found,) = (each for each in moves(CELL) if each.name == move)
    return list(found.propose(CELL, kernel, random.Random(1)))


def cycles(kernel: str) -> int:
    found = Evaluate(CELL.name, kernel).perform()
    assert found.failure is None, found.message
    assert found.cycles is not None
    return found.cycles


def test_a_branch_goes_up_until_work_fills_its_delay_slots() -> None:
    *_, filled = rewritten("fill delay slots")
    assert cycles(filled) == cycles(KERNEL) - 16 * 2  # r16 is counted down three bundles before
    assert "\njnz r16, #next\nvst wl1, [p2], #32\n" in filled


def test_idle_bundles_that_nothing_waits_for_are_left_out() -> None:
    (tight,) = rewritten("tighten")
    assert cycles(tight) == cycles(KERNEL) - 16 - 1
    assert "nop\nvst wl1, [p2], #32\n" in tight  # the maximum arrives a bundle later


@pytest.mark.parametrize("move", ["fill delay slots", "tighten", "hoist"])
def test_whatever_is_proposed_is_right(move: str) -> None:
    assert all(cycles(kernel) <= cycles(KERNEL) for kernel in rewritten(move))


def test_a_wrong_kernel_is_not_rewritten() -> None:
    endless = KERNEL.replace("jnz r16, #next", "j #next")
    assert all(rewritten(each.name, endless) == [] for each in moves(CELL))


def test_a_listing_is_the_kernel() -> None:
    listing = read(baseline(CELL))
    assert cycles(listing.text) == cycles(baseline(CELL))
    trial = Trial.of(CELL, listing)
    assert trial is not None
    assert trial.same(listing)
    assert not trial.same(read(baseline(CELL).replace("vmax_lt", "vmin_ge")))


@pytest.mark.parametrize("task", ["layer_norm", "rms_norm", "silu", "attention"])
def test_what_is_proposed_is_right_for_all_inputs_of_grading(task: str) -> None:
    """What nothing waits for among ordinary numbers may matter to ε, a clamp or a maximum."""
    cell = load_cell(f"amd_npu/{task}/C1")
    tried = [
        verification.grade(cell, kernel, "train", seed=7, second_run=False)
        for move in moves(cell)
        for kernel in islice(move.propose(cell, baseline(cell), random.Random(0)), 2)
    ]
    assert len(tried) >= 2
    assert all(verdict.correct for verdict in tried)
