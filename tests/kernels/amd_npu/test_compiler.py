"""The template baseline's kernels are right, also where sizes are unpublished."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelcraft.grading.verification import grade
from kernelcraft.kernels import Unwritten, baseline, load_cell

CYCLES = {
    "relu/C1": 60,
    "relu/C3": 368,
    "silu/C2": 2_565,
    "gelu/C1": 796,
    "softmax/C1": 1_061,
    "softmax/C3": 8_257,
    "rms_norm/C1": 418,
    "rms_norm/C3": 3_218,
    "layer_norm/C1": 739,
    "gemm/C1": 677,
    "gemm/C3": 33_224,
    "gemv/C1": 1_133,
    "gemv/C3": 8_297,
    "batch_matmul/C1": 10_355,
    "linear/C2": 8_541,
    "conv2d/C1": 510,
    "conv2d/C2": 1_716,
    "conv2d/C4": 44_296,
    "depthwise_conv/C1": 1_401,
    "depthwise_conv/C3": 11_038,
    "depthwise_conv/C5": 76_802,
    "relu/rows=3,width=64": 0,
    "silu/rows=5,width=128": 0,
    "gelu/rows=7,width=192": 0,
    "softmax/rows=3,width=256": 0,
    "softmax/rows=1,width=128": 0,
    "rms_norm/rows=3,width=256": 0,
    "gemm/M=24,K=96,N=40": 0,
    "batch_matmul/b=3,M=16,K=32,N=24": 0,
    "linear/n=16,h_in=32,h_out=48": 0,
    "gemv/M=16,N=96": 0,
    "layer_norm/rows=3,width=256": 0,
    "conv2d/H=12,c_in=40,c_out=24,k=3": 0,
    "conv2d/H=20,c_in=32,c_out=8,k=1": 0,
    "depthwise_conv/H=4,c=16,k=5": 0,
    "depthwise_conv/H=12,c=48,k=3": 0,
}
"""0 where they are not looked at."""


@pytest.mark.parametrize("name", CYCLES)
def test_a_template_is_right(name: str) -> None:
    cell = load_cell(f"amd_npu/{name}")
    verdict = grade(cell, baseline(cell), seed=2, second_run=False)
    assert verdict.correct, verdict.message
    assert CYCLES[name] in (0, verdict.cycles)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("rms_norm/rows=3,width=128", "the template needs rows of 64 or 256 elements"),
        ("gemm/M=12,K=64,N=32", "the template needs M and N by 8 and K by 32"),
        ("gemv/M=16,N=48", "the template needs M by 16 and N by 32"),
        ("conv2d/H=8,c_in=8,c_out=8,k=5", "the template has windows of 3 pixels at most"),
    ],
)
def test_what_no_template_writes(name: str, message: str) -> None:
    with pytest.raises(Unwritten, match=message):
        baseline(load_cell(f"amd_npu/{name}"))


def test_the_docs_have_its_cycles() -> None:
    page = (Path(__file__).parents[3] / "docs" / "platforms" / "amd_npu.md").read_text("utf-8")
    for name, cycles in (
        ("relu/C1", 60),
        ("silu/C1", 681),
        ("rms_norm/C1", 418),
        ("gemm/C1", 677),
    ):
        cell = load_cell(f"amd_npu/{name}")
        assert grade(cell, baseline(cell), seed=2, second_run=False).cycles == cycles
        assert f"C1 {cycles:,}" in page
