"""RMSNorm and LayerNorm of rows of any whole number of vectors, whose width is no power of two.

As the templates of powers of two, but that the mean is a product with 1 / width, and the reciprocal
root one with the root of the width, each in two bfloat16.
"""

from __future__ import annotations

import ml_dtypes
import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import (
    LANES,
    SCALED,
    SUMMED,
    SUMS,
    UNROLLED,
    added,
    again,
    begin,
    rounded,
    scaled,
    splat,
    total,
)
from kernelcraft.platforms.amd_npu.kernels.baseline.roots import reciprocal_root

MOST = 64  # vectors of a row: each is a piece of code
FIXED = ("x7", "x8", "x10", "x11", *SUMS, "bmh7", "bmh8")
MEAN = """
vconv.bf16.fp32 wl7, %sum3
vconv.fp32.bf16 %high, wl7
vsub.f %low, %sum3, %high, r7
vconv.bf16.fp32 wh7, %low
vshift %swapped, x7, x7, r26
vmul.f bmh7, x7, x11, r1
vmac.f bmh7, bmh7, %swapped, x11, r1
"""
"""bmh7: the sum, in two parts, times both parts of x11; all four products are taken."""
FACTOR = """
vmul.f %both, %root, x10, r1
vconv.bf16.fp32 %factor.l, %both
vconv.fp32.bf16 %near, %factor.l
vsub.f %left, %both, %near, r7
vconv.bf16.fp32 %factor.h, %left
"""
KINDS = {
    **SUMMED,
    **SCALED,
    **dict.fromkeys(("high", "low", "v", "both", "near", "left"), "bm"),
    **dict.fromkeys(("swapped", "root"), "x"),
    **{f"a{index}": "bm" for index in range(UNROLLED)},
    **{f"d{index}": "x" for index in range(UNROLLED)},
}


def kernel(cell: Cell) -> str:
    """A row after the other; raises Unwritten for rows that are no whole number of vectors."""
    width, means = cell.dims["width"], cell.task.name == "layer_norm"
    vectors, rest = divmod(width, LANES)
    if rest or vectors > MOST:
        raise Unwritten(f"{cell.name}: the template needs rows of 16 to {MOST * LANES} by 16")
    eps = np.float32(width * cell.constants["eps"]).view(np.uint32)
    start = splat("x9", int(eps)) + "vmov bmh8, x9\n" + _parts("x10", float(np.sqrt(width)))
    start += _parts("x11", 1 / width)
    start += f"movxm r6, #{cell.dims['rows']}\nmovx r16, #0"
    writer = begin((0, 1, 0, 1, 1), start, FIXED)
    if means:
        writer.straight(_sum(vectors) + total(SUMS[0]) + MEAN, KINDS, label=".Lrow")
        writer.straight(_differences(vectors), KINDS)
    else:
        writer.straight(_squares(vectors), KINDS, label=".Lrow")
    text = added(*SUMS) + total(SUMS[0]) + "vadd.f %v, %sum3, bmh8, r7\n"
    text += reciprocal_root(0).replace("%factor", "%root") + FACTOR
    load, store = ("p4", "p5") if means else ("p3", "p2")
    text += scaled(vectors, load, store, halves=True)
    writer.straight(text + again(".Lrow", "r6"), KINDS)
    writer.finish()
    return writer.kernel()


def _parts(register: str, value: float) -> str:
    """The nearest bfloat16 in the lower half, what it leaves in the upper one; x9 changes."""
    first = float(np.array(value, ml_dtypes.bfloat16))
    return (
        splat("x9", rounded(first), 16)
        + f"vmov wl{register[1:]}, wl9\n"
        + splat("x9", rounded(value - first), 16)
        + f"vmov wh{register[1:]}, wl9\n"
    )


def _cleared() -> str:
    return "".join(f"vclr {name}\n" for name in SUMS)


def _sum(vectors: int) -> str:
    """The first of SUMS: 16 sums of a row."""
    text = _cleared()
    for index in range(vectors):
        name, to = f"%a{index % UNROLLED}", SUMS[index % UNROLLED]
        text += f"vlda.conv.fp32.bf16 {name}, [p1], #32\nvadd.f {to}, {to}, {name}, r7\n"
    return text + added(*SUMS)


def _differences(vectors: int) -> str:
    """A row less its mean, stored; SUMS: sums of its squares."""
    text = _cleared()
    for index in range(vectors):
        pair = index // 2 % UNROLLED
        half, x = f"%d{pair}.{'lh'[index % 2]}", f"%a{index % UNROLLED}"
        text += f"vlda.conv.fp32.bf16 {x}, [p3], #32\nvsub.f {x}, {x}, bmh7, r7\n"
        text += f"vconv.bf16.fp32 {half}, {x}\nvst {half}, [p2], #32\n"
        text += _squared(index, vectors, pair)
    return text


def _squares(vectors: int) -> str:
    """SUMS: sums of the squares of a row."""
    text = _cleared()
    for index in range(vectors):
        pair = index // 2 % UNROLLED
        text += f"vlda %d{pair}.{'lh'[index % 2]}, [p1], #32\n" + _squared(index, vectors, pair)
    return text


def _squared(index: int, vectors: int, pair: int) -> str:
    """The squares of a pair of vectors, or of the last one alone, once they are there."""
    if index % 2 == 0 and index < vectors - 1:
        return ""
    alone = f"vmov %d{pair}.h, wh8\n" if index % 2 == 0 else ""
    to = SUMS[pair]
    return alone + f"vmac.f {to}, {to}, %d{pair}, %d{pair}, r1\n"
