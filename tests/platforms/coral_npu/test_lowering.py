"""Kernels from the lowering table: right at all sizes, and nearly as fast as clang's."""

import math
from functools import cache

import pytest

from kernelcraft import cells
from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.grading import lockfile
from kernelcraft.grading.verification import grade
from kernelcraft.platforms.coral_npu.lowering import TABLE

SEED = 5
MOST = 1.2  # times clang's cycles, in the geometric mean
TASKS = sorted({cell.task.name for cell in cells(platform="coral_npu", config="C1")})
UNWRITTEN: set[str] = set()
"""Tasks that the table has no instructions for."""
ODD = {
    "relu": "n=203",
    "silu": "n=129",
    "gelu": "n=8",
    "gemm": "M=5,K=7,N=33",
    "gemv": "M=9,N=131",
    "linear": "n=3,h_in=19,h_out=21",
    "batch_matmul": "b=3,M=6,K=5,N=18",
    "softmax": "rows=3,width=77",
    "rms_norm": "rows=2,width=256",
    "layer_norm": "rows=3,width=37",
    "depthwise_conv": "H=5,c=19,k=5",
    "conv2d": "H=3,c_in=1,c_out=17,k=3",
    "ffn": "n=5,h=4,h_i=35",
    "swiglu": "n=3,h=20,h_i=18",
    "conv_block": "H=5,c_in=3,c_out=2,k=5",
}


@cache
def cycles(task: str) -> int:
    cell = load_cell(f"coral_npu/{task}/C1")
    verdict = grade(cell, TABLE.kernel(cell), seed=SEED, second_run=False)
    assert verdict.correct, verdict.message
    assert verdict.cycles is not None
    return verdict.cycles


@pytest.mark.sweep
@pytest.mark.parametrize("task", TASKS)
def test_right_and_not_much_slower_than_clang(task: str) -> None:
    if task in UNWRITTEN:
        with pytest.raises(Unwritten):
            TABLE.kernel(load_cell(f"coral_npu/{task}/C1"))
        return
    assert cycles(task) <= 1.3 * locked(task)


@pytest.mark.sweep
@pytest.mark.parametrize("task", TASKS)
def test_right_at_odd_sizes(task: str) -> None:
    if task in UNWRITTEN:
        return
    cell = load_cell(f"coral_npu/{task}/{ODD[task]}")
    verdict = grade(cell, TABLE.kernel(cell), seed=SEED, second_run=False)
    assert verdict.correct, verdict.message


@pytest.mark.sweep
def test_the_geometric_mean_of_all_tasks() -> None:
    ratios = [cycles(task) / locked(task) for task in TASKS if task not in UNWRITTEN]
    assert math.prod(ratios) ** (1 / len(ratios)) <= MOST


def locked(task: str) -> int:
    found = lockfile.locked(load_cell(f"coral_npu/{task}/C1"))
    assert found is not None
    return found.baseline_cycles
