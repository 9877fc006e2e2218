"""Our best products of matrices are right and keep the multiplier busy, also in odd sizes."""

from __future__ import annotations

from math import prod
from pathlib import Path

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline, expert
from kernelcraft.grading.verification import grade

BUSY = {
    "gemm/C1": 0.91,
    "gemm/C2": 0.99,
    "gemm/M=64,K=64,N=64": 0.98,
    "batch_matmul/C1": 0.99,
    "linear/C1": 0.90,
    "linear/C2": 0.99,
    "linear/C4": 0.87,
}
"""The part of the cycles in which 128 products are begun; the last one waits for its rows first."""
PAGE = Path(__file__).parents[4] / "docs" / "platforms" / "amd_npu.md"


@pytest.mark.parametrize("name", BUSY)
def test_a_product_keeps_the_multiplier_busy(name: str) -> None:
    cell = load_cell(f"amd_npu/{name}")
    verdict = grade(cell, expert(cell), seed=0, second_run=False)
    assert verdict.correct, verdict.message
    assert verdict.cycles is not None
    assert prod(cell.dims.values()) / 128 / verdict.cycles > BUSY[name]
    page = PAGE.read_text("utf-8").partition("cycles of the expert")[2]
    assert f" {verdict.cycles:,} " in page or cell.memory_map.streamed  # locks, the scheduler


@pytest.mark.sweep
@pytest.mark.parametrize(
    "name",
    [
        "gemm/M=12,K=48,N=20",
        "gemm/M=28,K=64,N=12",
        "gemm/M=32,K=24,N=32",
        "batch_matmul/b=3,M=44,K=64,N=20",
        "batch_matmul/b=3,M=24,K=64,N=20",
        "linear/n=12,h_in=48,h_out=48",
        "linear/n=4,h_in=432,h_out=400",
        "linear/n=44,h_in=256,h_out=432",
        "batch_matmul/b=16,M=16,K=256,N=128",
        "gemm/M=4,K=8,N=4",
        "gemm/M=4,K=512,N=4",
        "gemm/M=84,K=16,N=212",
        "batch_matmul/b=16,M=60,K=8,N=28",
        "linear/n=52,h_in=8,h_out=48",
    ],
)
def test_a_product_in_odd_sizes_is_right(name: str) -> None:
    cell = load_cell(f"amd_npu/{name}")
    verdict = grade(cell, expert(cell), seed=2, second_run=False)
    assert verdict.correct, verdict.message


@pytest.mark.parametrize("name", ["gemm/C1", "linear/C1", "batch_matmul/C1"])
def test_no_product_is_slower_than_the_template(name: str) -> None:
    cell = load_cell(f"amd_npu/{name}")
    ours, theirs = (
        grade(cell, text, seed=2, second_run=False).cycles
        for text in (expert(cell), baseline(cell))
    )
    assert ours is not None
    assert theirs is not None
    assert 2 * ours < theirs


def test_short_sums_keep_the_multiplier_busy() -> None:
    cell = load_cell("amd_npu/gemm/M=64,K=8,N=64")
    cycles = grade(cell, expert(cell), seed=2, second_run=False).cycles
    assert cycles is not None
    assert prod(cell.dims.values()) / 128 / cycles > 0.85
