"""Kernels compiled from AMD NPU's lowering table: right, and about as fast as the baselines."""

from __future__ import annotations

import pytest

from kernelcraft import Unwritten, cells, grade, load_cell
from kernelcraft.platforms.amd_npu.lowering import TABLE
from kernelcraft.studies import compiled

SLOWER = 1.5
AT_MOST_LOCKED = (
    *("relu/C5", "silu/C3", "gelu/C2", "layer_norm/C3", "rms_norm/C3"),
    *("gemm/C1", "linear/C2", "batch_matmul/C1"),
)
OTHERS = ("softmax/C2",)
UNWRITTEN = (
    "gemv/C1",
    "conv2d/C1",
    "depthwise_conv/C1",
    "conv_block/C1",
    "attention/C1",
    "rope/C1",
    *(f"{task}/C1" for task in ("ffn", "swiglu", "mha", "gqa", "mqa")),
    *("decoder_llama/C1", "decoder_t5/C1"),
)
STREAMED = "gemm/C5"
OTHER_SIZES = (
    *("relu/rows=1,width=64", "silu/rows=3,width=192", "gelu/rows=1,width=64"),
    *("softmax/rows=3,width=128", "layer_norm/rows=5,width=192", "layer_norm/rows=2,width=256"),
    *("rms_norm/rows=3,width=192", "rms_norm/rows=1,width=64", "gemm/M=12,K=24,N=20"),
    *("gemm/M=4,K=8,N=4", "linear/n=4,h_in=8,h_out=16", "batch_matmul/b=3,M=20,K=40,N=12"),
)


def test_every_task_is_listed() -> None:
    listed = {each.partition("/")[0] for each in (*AT_MOST_LOCKED, *OTHERS, *UNWRITTEN)}
    assert listed == {cell.task.name for cell in cells(platform="amd_npu")}


@pytest.mark.sweep
@pytest.mark.parametrize("name", [*AT_MOST_LOCKED, *OTHERS])
def test_kernels_are_right_and_about_as_fast_as_the_baseline(name: str) -> None:
    found = compiled.compared(load_cell(f"amd_npu/{name}"))
    assert found.quotient is not None
    assert found.quotient <= (1 if name in AT_MOST_LOCKED else SLOWER)


@pytest.mark.sweep
@pytest.mark.parametrize("name", OTHER_SIZES)
def test_kernels_of_other_sizes_are_right(name: str) -> None:
    cell = load_cell(f"amd_npu/{name}")
    verdict = grade(cell, TABLE.kernel(cell))
    assert verdict.correct, verdict


@pytest.mark.parametrize("name", [*UNWRITTEN, STREAMED])
def test_what_is_not_compiled_yet(name: str) -> None:
    with pytest.raises(Unwritten):
        TABLE.kernel(load_cell(f"amd_npu/{name}"))
