"""RMSNorm: for each row the sum of squares, its reciprocal root by the offered table, products.

1/√(s/n + ε) is √n / √(s + n ε): the root of n is a power of two here, or a part of the entry.
"""

from __future__ import annotations

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.baseline import wide_norms
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import (
    SCALED,
    SQUARES,
    SUMMED,
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


def kernel(cell: Cell) -> str:
    """A row after the other."""
    width, power = cell.dims["width"], power_of_width(cell)
    if power is None:
        return wide_norms.kernel(cell)
    vectors, (half, odd) = vectors_of(cell, MOST), divmod(power, 2)
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
