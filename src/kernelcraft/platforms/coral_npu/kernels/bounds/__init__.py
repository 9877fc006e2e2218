"""Cycles that no Coral NPU kernel of a cell can beat: what is read and written, then what is left.

One load/store unit works on one access after the other, and its costs add up. While it works for a
vector register, the reorder buffer lets few uops pass (`work.py`); those that are left take cycles
of their own. Only the fewest uops count that any kernel known to us needs: what is an argument and
not a proof says *assumed*. A kernel below its bound means that such an argument, or the simulator,
is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.bounds.layers import gated, perceptron
from kernelcraft.platforms.coral_npu.kernels.bounds.products import (
    convolution,
    depthwise,
    gemm,
    gemv,
)
from kernelcraft.platforms.coral_npu.kernels.bounds.rows import (
    MAXIMUM,
    NORM,
    SOFTMAX,
    elementwise,
    layer_norm,
    looked_up,
)
from kernelcraft.platforms.coral_npu.kernels.bounds.work import Demands, Part, Work


def bound(cell: Cell) -> int | None:
    """The least cycles of the cell; None for a task that has no bound."""
    parts = breakdown(cell)
    return sum(part.cycles for part in parts) if parts else None


def breakdown(cell: Cell) -> tuple[Part, ...]:
    """The parts of the bound; none for a task that has no bound."""
    if cell.task.name not in _TASKS:
        return ()
    work = Work.of(cell)
    _TASKS[cell.task.name](work, cell.task.sizes(cell.dims))
    return work.parts()


_TASKS: Final[Mapping[str, Demands]] = {
    "silu": looked_up,
    "gelu": looked_up,
    "relu": elementwise(MAXIMUM),
    "softmax": elementwise(SOFTMAX),
    "layer_norm": layer_norm,
    "rms_norm": elementwise(NORM),
    "gemv": gemv,
    "gemm": gemm(None, "M", "K", "N"),
    "batch_matmul": gemm("b", "M", "K", "N"),
    "linear": gemm(None, "n", "h_in", "h_out", bias=True),
    "conv2d": convolution,
    "conv_block": convolution,
    "depthwise_conv": depthwise,
    "ffn": perceptron,
    "swiglu": gated,
}
