"""RoPE: two products for each element, and their sum, of halves of rows or of whole short ones."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import (
    BYTES,
    LANES,
    UNROLLED,
    again,
    begin,
    walk,
)
from kernelcraft.platforms.amd_npu.kernels.baseline.unrolling import unrolled

LINE = """
vlda %x.l, [p1], #32
vmov %x.h, %x.l
vlda %c.l, [p3], #32
vmov %c.h, wh8
vlda %s.l, [p4], #32
vmov %s.h, wh8
vshift %turned, %x, %x, r28
vadd.16 %z, %turned, x7
vmul.f %y, %x, %c, r1
vmac.f %y, %y, %z, %s, r1
vst.conv.bf16.fp32 %y, [p2], #32
"""
"""A row of two halves of 8; x7 has the signs of the first of them."""
HALVES = """
vlda %b.l, [p1, dj5]
vlda.2d %a.l, [p1], d0
vlda %cb.l, [p3, dj5]
vlda.2d %ca.l, [p3], d2
vlda %sb.l, [p4, dj5]
vlda.2d %sa.l, [p4], d3
vmov %a.h, wh8
vmov %b.h, wh8
vmov %ca.h, wh8
vmov %cb.h, wh8
vmov %sa.h, wh8
vmov %sb.h, wh8
vmul.f %first, %a, %ca, r1
vmsc.f %first, %first, %b, %sa, r1
vmul.f %second, %b, %cb, r1
vmac.f %second, %second, %a, %sb, r1
vst.conv.bf16.fp32 %second, [p2, dj5]
vst.2d.conv.bf16.fp32 %first, [p2], d1
"""
"""16 elements of the first half of a row, and those of the second one, dj5 bytes on."""
SIGNS = """
movxm r3, #0x8000
vbcst.16 x9, r3
movx r3, #48
vshift x7, x9, x8, r3
"""


def kernel(cell: Cell) -> str:
    """Up to four rows, or pairs of vectors, in an iteration; raises Unwritten for other rows."""
    s, d = cell.dims["s"], cell.dims["d"]
    short = d == LANES
    if not short and d % (2 * LANES):
        raise Unwritten(f"{cell.name}: halves of rows are no whole vectors")
    times = s if short else s * d // (2 * LANES)
    count = next(each for each in (UNROLLED, 2, 1) if times % each == 0)
    start = f"{SIGNS if short else halves(d)}movxm r6, #{times // count}"
    writer = begin((0, 3, 1, 2), start, ("x7", "x8"))
    names = "x c s turned z" if short else "a b ca cb sa sb"
    sums = dict.fromkeys(("y", "first", "second"), "bm")
    values = {**dict.fromkeys(names.split(), "x"), **sums}
    text = LINE if short else HALVES
    unrolled(writer, {}, [text] * count, again(".Lnext", "r6"), values, ".Lnext")
    writer.finish()
    return writer.kernel()


def halves(d: int) -> str:
    """Address generators 0 to 3 walk over the first halves of rows; dj5: to the second ones."""
    across = d // (2 * LANES)
    walks = "".join(walk(number, across, BYTES, BYTES + d) for number in range(4))
    return f"mov dj5, #{d}\n{walks}"
