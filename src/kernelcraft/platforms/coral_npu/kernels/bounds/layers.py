"""Bounds of what is composed: FFN and SwiGLU."""

from __future__ import annotations

from typing import Final

from kernelcraft.platforms.coral_npu.kernels.bounds.products import layer
from kernelcraft.platforms.coral_npu.kernels.bounds.rows import REQUANTISE, for_each, look_up
from kernelcraft.platforms.coral_npu.kernels.bounds.work import Dims, Step, Work

GATE: Final = (Step(2, 2, "the gate's products"), Step(4, 0, "these in 32 bits"), *REQUANTISE)


def perceptron(work: Work, sizes: Dims) -> None:
    """FFN."""
    rows, width, inner = sizes["n"], sizes["h"], sizes["h_i"]
    layer(work, rows, width, inner, "the inner layer")
    look_up(work, rows * inner)
    layer(work, rows, inner, width, "the outer layer")


def gated(work: Work, sizes: Dims) -> None:
    """SwiGLU: an FFN, another inner layer, and the products of both."""
    perceptron(work, sizes)
    rows, width, inner = sizes["n"], sizes["h"], sizes["h_i"]
    layer(work, rows, width, inner, "the gate")
    for_each(work, GATE, rows * inner)
