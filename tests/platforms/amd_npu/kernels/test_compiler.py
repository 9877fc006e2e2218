"""The template baseline's kernels are right, also where sizes are unpublished."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.grading import lockfile
from kernelcraft.grading.verification import grade

PUBLISHED = [
    "relu/C1",
    "relu/C3",
    "silu/C2",
    "gelu/C1",
    "softmax/C1",
    "softmax/C3",
    "rms_norm/C1",
    "rms_norm/C3",
    "layer_norm/C1",
    "gemm/C1",
    "gemm/C3",
    "gemv/C1",
    "gemv/C3",
    "batch_matmul/C1",
    "linear/C2",
    "conv2d/C1",
    "conv2d/C2",
    "conv2d/C4",
    "depthwise_conv/C1",
    "depthwise_conv/C3",
    "depthwise_conv/C5",
    "conv_block/C1",
    "conv_block/C5",
    "rope/C1",
    "rope/C4",
    "silu/C1",
    "attention/C1",
    "attention/C4",
]
HELD_OUT = [
    "rope/s=24,d=16",
    "rope/s=8,d=32",
    "rope/s=40,d=96",
    "relu/rows=3,width=64",
    "silu/rows=5,width=128",
    "gelu/rows=7,width=192",
    "softmax/rows=3,width=256",
    "softmax/rows=1,width=128",
    "rms_norm/rows=3,width=256",
    "gemm/M=24,K=96,N=40",
    "gemm/M=4,K=8,N=4",
    "gemm/M=20,K=48,N=36",
    "batch_matmul/b=3,M=16,K=32,N=24",
    "batch_matmul/b=2,M=12,K=24,N=28",
    "linear/n=16,h_in=32,h_out=48",
    "linear/n=12,h_in=72,h_out=16",
    "gemv/M=16,N=96",
    "gemv/M=32,N=144",
    "gemv/M=16,N=16",
    "layer_norm/rows=3,width=256",
    "conv2d/H=12,c_in=40,c_out=24,k=3",
    "conv2d/H=20,c_in=32,c_out=8,k=1",
    "conv2d/H=8,c_in=64,c_out=8,k=3",
    "conv2d/H=4,c_in=8,c_out=24,k=5",
    "conv2d/H=12,c_in=16,c_out=8,k=7",
    "depthwise_conv/H=4,c=16,k=5",
    "depthwise_conv/H=12,c=48,k=3",
    "depthwise_conv/H=8,c=16,k=7",
    "depthwise_conv/H=4,c=32,k=7",
    "conv_block/H=4,c_in=24,c_out=48,k=5",
    "attention/s=24,h=8",
    "attention/s=72,h=24",
]


@pytest.mark.parametrize("name", [*PUBLISHED, *HELD_OUT])
def test_a_template_is_right(name: str) -> None:
    cell = load_cell(f"amd_npu/{name}")
    verdict = grade(cell, baseline(cell), seed=2, second_run=False)
    assert verdict.correct, verdict.message
    lock = lockfile.locked(cell)
    assert lock is None or verdict.cycles == lock.baseline_cycles
    assert (lock is None) == (name in HELD_OUT)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("conv2d/H=32,c_in=64,c_out=64,k=7", "no kernel of ours streams a convolution"),
    ],
)
def test_what_no_template_writes(name: str, message: str) -> None:
    with pytest.raises(Unwritten, match=message):
        baseline(load_cell(f"amd_npu/{name}"))


def test_the_docs_have_its_cycles() -> None:
    page = (Path(__file__).parents[4] / "docs" / "platforms" / "amd_npu.md").read_text("utf-8")
    locks = lockfile.read("amd_npu")
    assert locks is not None
    rows: dict[str, list[str]] = {}
    for name, lock in locks.cells.items():
        rows.setdefault(name.split("/")[1], []).append(f"{lock.baseline_cycles:,}")
    for task, cycles in rows.items():
        assert f"| {' | '.join([task, *cycles])} |" in page
