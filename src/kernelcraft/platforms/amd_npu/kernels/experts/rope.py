"""RoPE: one product for each element, of two factors twice, since a pair shares cosine and sine.

A multiplier adds the products of the two halves of a vector, so that (a, b) and (cos, -sin) give
the first element of a pair, (b, a) and (cos, sin) the second one.
"""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import LANES
from kernelcraft.platforms.amd_npu.kernels.baseline.rope import halves
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, core_writer

START = """
lda p1, [p0, #0]
lda p3, [p0, #4]
lda p4, [p0, #8]
lda p2, [p0, #12]
movx r0, #12
movx crRnd, r0
movx r1, #60
movx r3, #32
movxm r2, #0x8000
vbcst.16 x10, r2
vsub.32 x11, x11, x11
"""
SECOND = "vmov wh11, wh10\n"
"""The signs of the second half of a vector."""
HALVES = """
vldb %x.h, [p1, dj5]
vlda.2d %x.l, [p1], d0
vlda.2d %c.l, [p3], d2
vldb.2d %c.h, [p4], d3
vshift %t, %x, %x, r3
vadd.16 %n, %c, x11
vmul.f %first, %x, %n, r1
vmul.f %second, %t, %c, r1
vst.conv.bf16.fp32 %second, [p2, dj5]
vst.2d.conv.bf16.fp32 %first, [p2], d1
"""
OTHER = """
movx r4, #12
movx r5, #13
movx r3, #16
vshuffle x11, x11, x10, r4
"""
ROWS = """
vlda %x.l, [p1], #32
vlda %x.h, [p1], #32
vldb %c.l, [p3], #32
vlda %c.h, [p4], #32
vldb %d.l, [p3], #32
vldb %d.h, [p4], #32
vadd.16 %n, %x, x11
vshuffle %a, %n, %x, r4
vshuffle %b, %n, %x, r5
vshift %e, %c, %c, r3
vshift %f, %d, %d, r3
vmul.f %y, %a, %e, r1
vmul.f %z, %b, %f, r1
vst.conv.bf16.fp32 %y, [p2], #32
vst.conv.bf16.fp32 %z, [p2], #32
"""
VALUES = {
    **dict.fromkeys(("x", "c", "d", "t", "n", "a", "b", "e", "f"), "x"),
    **dict.fromkeys(("first", "second", "y", "z"), "bm"),
}
MEMORY = Memory(
    apart=("p1", "p2", "p3", "p4"), banks={"p1": "x", "p3": "cos", "p4": "sin", "p2": "y"}
)


def kernel(cell: Cell) -> str:
    """16 pairs, or two rows of eight, in an iteration."""
    s, d = cell.dims["s"], cell.dims["d"]
    writer = core_writer(MEMORY, ["wl11", "wh11"])
    if d == LANES:
        writer.straight(START + OTHER)
        writer.loop(ROWS, s // 2, VALUES, attempts=8)
    else:
        writer.straight(START + SECOND + halves(d))
        writer.loop(HALVES, s * d // (2 * LANES), VALUES)
    writer.finish()
    return writer.kernel()
