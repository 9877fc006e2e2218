"""Four answers to a cell, the better the earlier, and what GRPO makes of their rewards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kernelcraft import Budget, Workbench, baseline, expert
from kernelcraft.agents import tuner
from kernelcraft.rewards.turns import advantages

CELLS = ("plena/ffn/C1", "coral_npu/conv2d/C1", "amd_npu/gemm/C1", "boom/vvadd/C1")
EVALUATIONS = 16  # of the tuner
GARBAGE = "no kernel at all\n"


@cache
def four(cell: str) -> tuple[str, ...]:
    """The texts of the expert, the tuner, the compiler, and of somebody who cannot do it."""
    bench = Workbench(cell, seed=5)
    tuner.create("")(bench, Budget(EVALUATIONS), 0, lambda line: None)
    assert bench.best is not None
    return expert(cell), bench.best.code, baseline(cell), GARBAGE


def in_order(rewards: Sequence[float]) -> bool:
    """Whether advantages fall from each answer to the next, from above 0 to below."""
    found = advantages(rewards)
    falls = all(better > worse for better, worse in zip(found, found[1:], strict=False))
    return falls and found[0] > 0.0 > found[-1]
