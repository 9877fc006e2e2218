"""RMSNorm: for each row the sum of squares, its reciprocal root by the offered table, products.

1/√(s/n + ε) is √n / √(s + n ε): the root of n is a power of two here, or a part of the entry.
"""

from __future__ import annotations

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import (
    SCALED,
    SQUARES,
    SUMMED,
    again,
    begin,
    scalar_entry,
    scaled,
    splat,
    squares,
    total,
    vectors_of,
)

MOST = 16  # vectors in a row


def kernel(cell: Cell) -> str:
    """A row after the other."""
    vectors = vectors_of(cell, MOST)
    width = cell.dims["width"]
    half, odd = divmod(power_of_width(cell), 2)
    eps = np.float32(width * cell.constants["eps"]).view(np.uint32)
    start = splat("x9", int(eps)) + "vmov bmh8, x9\n"
    start += f"movxm r6, #{cell.dims['rows']}\nmovx r16, #0"
    writer = begin((0, 1, 0), start, ("x8", "bmh8"))
    text = "".join(
        f"vlda %x{index}.l, [p1], #32\nvlda %x{index}.h, [p1], #32\n"
        for index in range(vectors // 2)
    )
    text += squares(vectors // 2, "x") + total("%square0") + "vadd.f %v, %sum3, bmh8, r7\n"
    text += reciprocal_root(half, odd=bool(odd)) + scaled(vectors, "p3", "p2")
    values = {**SUMMED, **SQUARES, **SCALED, "v": "bm"}
    values |= {f"x{index}": "x" for index in range(vectors // 2)}
    writer.straight(text + again(".Lrow", "r6"), values, label=".Lrow")
    writer.finish()
    return writer.kernel()


def power_of_width(cell: Cell) -> int:
    """The exponent of the power of two that a row's width is; raises Unwritten for other widths."""
    power = cell.dims["width"].bit_length() - 1
    if cell.dims["width"] != 1 << power:
        raise Unwritten(f"{cell.name}: the template needs rows of 64, 128 or 256 elements")
    return power


def reciprocal_root(half: int, *, odd: bool = False) -> str:
    """%factor: 2 to the `half` / √v, of lane 0 of %v; its exponent is half of v's, and negative.

    With `odd` it is √2 times that: v is halved before.
    """
    halved = "movxm r17, #128\nsub r0, r0, r17\n" if odd else ""
    return f"""
vconv.bf16.fp32 wl8, %v
vextract.d16 r0, x8, r16
{halved}movxm r17, #255
and r17, r0, r17
{scalar_entry("rsqrt")}
movx r21, #-7
lshl r21, r0, r21
movxm r22, #127
sub r21, r21, r22
movx r22, #-1
ashl r21, r21, r22
movx r22, #{half}
sub r21, r22, r21
movx r22, #7
lshl r21, r21, r22
add r21, r20, r21
vbcst.16 %factor, r21
"""
