"""1,024 numbers of 16 bits times one that r0 holds, the lowest 16 bits of each product kept."""

from __future__ import annotations

from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, core_writer

NUMBERS = 1024
LANES = 32  # in a register, and in a product
SIGNED = 824  # mode: lane by lane, both signed
SET_UP = f"vbcst.16 x2, r0\nmovx r1, #{SIGNED}\nmov s0, #0\nmovx r6, #{NUMBERS // LANES}"
BODY = """
vlda %a.l, [p0], #32
vlda %a.h, [p0], #32
vmul %product, %a, x2, r1
vst.srs.s16.s32 %product.l, s0, [p1], #32
vst.srs.s16.s32 %product.h, s0, [p1], #32
"""
KINDS = {"a": "x", "product": "cm"}


def kernel(*, pipelined: bool) -> str:
    """Rounds that overlap, or one after the other."""
    writer = core_writer(Memory(("p0", "p1"), {"p0": "1", "p1": "2"}), ("wl2", "wh2"))
    writer.straight(SET_UP)
    if pipelined:
        writer.loop(BODY, NUMBERS // LANES, KINDS)
    else:
        again = "add r6, r6, #-1\njnz r6, #.Lnext"
        writer.straight(BODY + again, KINDS, label=".Lnext")
    writer.finish()
    return writer.text()
