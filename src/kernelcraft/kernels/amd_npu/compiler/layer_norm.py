"""LayerNorm: for each row the mean, what is left without it, and that as RMSNorm does it."""

from __future__ import annotations

import numpy as np

from kernelcraft.kernels.amd_npu.compiler.pieces import (
    SUMMED,
    again,
    begin,
    scaled,
    splat,
    total,
    vectors_of,
)
from kernelcraft.kernels.amd_npu.compiler.rms_norm import MOST, half_of_power, reciprocal_root
from kernelcraft.kernels.cell import Cell

FIXED = ("x7", "x8", "x9", "x11", "bmh6", "bmh7", "bmh8")
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
    vectors, half = vectors_of(cell, MOST), half_of_power(cell)
    width = cell.dims["width"]
    eps = np.float32(width * cell.constants["eps"]).view(np.uint32)
    start = splat("x9", int(eps)) + "vmov bmh8, x9\nvmov wh9, wh8\n"
    start += splat("x11", 127 - 2 * half << 7, 16)
    start += f"movxm r6, #{cell.dims['rows']}\nmovx r16, #0"
    writer = begin((0, 1, 0, 1, 1), start, FIXED)
    first = "vlda.conv.fp32.bf16 %x0, [p1], #32\n"
    for index in range(1, vectors):
        first += f"vlda.conv.fp32.bf16 %x{index}, [p1], #32\n"
        last = "%x0" if index == 1 else f"%a{index - 1}"
        first += f"vadd.f %a{index}, {last}, %x{index}, r7\n"
    values = {**SUMMED, "high": "bm", "low": "bm"}
    values |= {f"{name}{index}": "bm" for name in "xa" for index in range(vectors)}
    writer.straight(first + total(f"%a{vectors - 1}") + MEAN, values, label=".Lrow")
    second, last = "vclr bmh6\n", "bmh6"
    for index in range(vectors):
        to = f"%d{index // 2}.{'lh'[index % 2]}"
        second += f"vlda.conv.fp32.bf16 %x{index}, [p3], #32\n"
        second += f"vsub.f %a{index}, %x{index}, bmh7, r7\n"
        second += f"vconv.bf16.fp32 {to}, %a{index}\nvst {to}, [p2], #32\n"
    for index in range(vectors // 2):
        second += f"vmac.f bmh6, bmh6, %d{index}, %d{index}, r1\n"
    values |= {f"d{index}": "x" for index in range(vectors // 2)}
    writer.straight(second, values)
    third = total("bmh6") + "vadd.f %v, %sum3, bmh8, r7\n" + reciprocal_root(half)
    values = {**SUMMED, "v": "bm", "factor": "x"}
    values |= {f"y{index}": "bm" for index in range(vectors)}
    writer.straight(third + scaled(vectors, "p4", "p5") + again(".Lrow", "r6"), values)
    writer.finish()
    return writer.kernel()
