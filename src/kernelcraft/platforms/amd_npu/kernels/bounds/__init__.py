"""Cycles that no AMD NPU kernel of a cell can beat: the slowest of what all must pass.

Everything that a kernel does overlaps, so nothing adds up but what comes before and after: a load
port, a memory bank, the store port or a slot has n uses, the first one comes some bundles
after the kernel's first bundle and the last one some before its last. Such a count is a limit
(`limits.py`); a way to do a task has several, of which the largest counts; a task has one or more
ways, of which the fastest counts. What is an argument and not a proof says *assumed*. A kernel
below its bound means that such an argument, or the simulator, is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.bounds.limits import Limit, Part, Ways, fastest
from kernelcraft.platforms.amd_npu.kernels.bounds.products import (
    attention,
    convolution,
    depthwise,
    gemm,
    gemv,
    layers,
    multi_head,
)
from kernelcraft.platforms.amd_npu.kernels.bounds.rows import (
    layer_norm,
    relu,
    rms_norm,
    rope,
    softmax,
    unit,
)


def bound(cell: Cell) -> int | None:
    """The least cycles of the cell; None for a task that has no bound."""
    parts = breakdown(cell)
    return sum(part.cycles for part in parts) if parts else None


def breakdown(cell: Cell) -> tuple[Part, ...]:
    """The parts of what limits the fastest way; none for a task that has no bound."""
    found = limiting(cell)
    return found.parts if found else ()


def limiting(cell: Cell) -> Limit | None:
    """What limits the fastest way; None for a task that has no bound."""
    if cell.task.name not in _TASKS:
        return None
    return fastest(_TASKS[cell.task.name](cell))


_TASKS: Final[Mapping[str, Ways]] = {
    "attention": attention,
    **dict.fromkeys(("mha", "gqa", "mqa"), multi_head),
    "decoder_llama": multi_head,
    "decoder_t5": partial(multi_head, attentions=2),
    "ffn": layers,
    "swiglu": layers,
    "relu": relu,
    "silu": unit,
    "gelu": unit,
    "softmax": softmax,
    "layer_norm": layer_norm,
    "rms_norm": rms_norm,
    "rope": rope,
    "gemv": gemv,
    "gemm": gemm,
    "batch_matmul": gemm,
    "linear": gemm,
    "conv2d": convolution,
    "conv_block": convolution,
    "depthwise_conv": depthwise,
}
