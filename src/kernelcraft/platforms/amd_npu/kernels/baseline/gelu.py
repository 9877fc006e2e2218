"""GELU by its tanh form, x σ(u) with u = x (linear + cubic x²)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import kept, rounded, splat
from kernelcraft.platforms.amd_npu.kernels.baseline.sigmoid import U, activation

LINEAR = "bml0"
CUBICS = {"low": "bml1", "high": "bml2"}  # the factor in the lower lanes, and in the upper ones
KINDS = {
    **dict.fromkeys(("a", "b", "squares", "factors"), "x"),
    **{f"{name}{lane}": "bm" for name in ("square", "factor", "u") for lane in "ab"},
}


def kernel(cell: Cell) -> str:
    """64 elements at a time; the input is loaded once more for the last product."""
    linear = int(np.float32(cell.constants["tanh_linear"]).view(np.uint32))
    cubic = splat("x9", rounded(cell.constants["tanh_cubic"]), 16)
    start = (
        kept(LINEAR, splat("x9", linear))
        + kept(CUBICS["low"], cubic + "vmov wh9, wh8\n")
        + kept(CUBICS["high"], cubic + "vmov wl9, wl8\n")
    )
    arguments = [_argument(to) for to in (U[:2], U[2:])]
    return activation(cell, arguments, KINDS, start, CUBICS, (LINEAR,))


def _argument(to: Sequence[str]) -> str:
    """32 elements: 16 in lower halves with 0 above, 16 in upper ones with 0 below."""
    return f"""
vlda %a.l, [p1], #32
vmov %a.h, wh8
vlda %b.h, [p1], #32
vmov %b.l, wl8
vmul.f %squarea, %a, %a, r1
vmul.f %squareb, %b, %b, r1
vconv.bf16.fp32 %squares.l, %squarea
vconv.bf16.fp32 %squares.h, %squareb
vmac.f %factora, {LINEAR}, %squares, %low, r1
vmac.f %factorb, {LINEAR}, %squares, %high, r1
vconv.bf16.fp32 %factors.l, %factora
vconv.bf16.fp32 %factors.h, %factorb
vmul.f %ua, %a, %factors, r1
vmul.f %ub, %b, %factors, r1
vconv.bf16.fp32 {to[0]}, %ua
vconv.bf16.fp32 {to[1]}, %ub
"""
