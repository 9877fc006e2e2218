"""LayerNorm: for each row the mean, what is left without it, and that as RMSNorm does it."""

from __future__ import annotations

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.baseline import wide_norms
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import (
    SCALED,
    SQUARES,
    SUMMED,
    UNROLLED,
    added,
    again,
    begin,
    scaled,
    splat,
    squares,
    total,
    vectors_of,
)
from kernelcraft.platforms.amd_npu.kernels.baseline.roots import (
    MOST,
    power_of_width,
    reciprocal_root,
)

FIXED = ("x7", "x8", "x11", "bmh6", "bmh7", "bmh8")
MEAN = """
vconv.bf16.fp32 wl7, %sum3
vconv.fp32.bf16 %high, wl7
vsub.f %low, %sum3, %high, r7
vconv.bf16.fp32 wh7, %low
vmul.f bmh7, x7, x11, r1
"""
"""bmh7: the sum over the width, which x11 divides by; the sum is taken in two parts."""


def kernel(cell: Cell) -> str:
    """What is left waits in the output's place for its factor."""
    width, power = cell.dims["width"], power_of_width(cell)
    if power is None:
        return wide_norms.kernel(cell)
    vectors = vectors_of(cell, MOST)
    eps = np.float32(width * cell.constants["eps"]).view(np.uint32)
    start = splat("x9", int(eps)) + "vmov bmh8, x9\n"
    start += splat("x11", 127 - power << 7, 16)
    start += f"movxm r6, #{cell.dims['rows']}\nmovx r16, #0"
    writer = begin((0, 1, 0, 1, 1), start, FIXED)
    parts = {f"{name}{index}": "bm" for name in "ax" for index in range(UNROLLED)}
    kinds = {**SUMMED, **parts, "high": "bm", "low": "bm"}
    writer.straight(_sum(vectors) + total("%a0") + MEAN, kinds, label=".Lrow")
    kinds = {**SQUARES, **parts, **{f"d{index}": "x" for index in range(vectors // 2)}}
    writer.straight(_differences(vectors), kinds)
    third = (
        total("bmh6")
        + "vadd.f %v, %sum3, bmh8, r7\n"
        + reciprocal_root(power // 2, odd=bool(power % 2))
    )
    third += scaled(vectors, "p4", "p5") + again(".Lrow", "r6")
    writer.straight(third, {**SUMMED, **SCALED, "v": "bm"})
    writer.finish()
    return writer.kernel()


def _sum(vectors: int) -> str:
    """%a0: 16 sums of a row, of four accumulators."""
    text = ""
    for index in range(vectors):
        to = index % UNROLLED
        text += f"vlda.conv.fp32.bf16 %{'a' if index == to else 'x'}{to}, [p1], #32\n"
        if index != to:
            text += f"vadd.f %a{to}, %a{to}, %x{to}, r7\n"
    return text + added(*(f"%a{index}" for index in range(UNROLLED)))


def _differences(vectors: int) -> str:
    """A row less its mean, stored; bmh6: 16 sums of its squares."""
    text = ""
    for index in range(vectors):
        to = f"%d{index // 2}.{'lh'[index % 2]}"
        x = f"%x{index % UNROLLED}"
        text += f"vlda.conv.fp32.bf16 {x}, [p3], #32\nvsub.f {x}, {x}, bmh7, r7\n"
        text += f"vconv.bf16.fp32 {to}, {x}\nvst {to}, [p2], #32\n"
    return text + squares(vectors // 2, "d") + "vmov bmh6, %square0\n"
