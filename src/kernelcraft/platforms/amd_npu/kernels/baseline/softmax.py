"""Softmax: for each row the maximum, e to the rest by the offered tables, the sum, products."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import (
    SCALED,
    SUMMED,
    SUMS,
    UNROLLED,
    added,
    again,
    begin,
    kept,
    rounded,
    scalar_entry,
    scaled,
    splat,
    total,
    vectors_of,
)
from kernelcraft.platforms.amd_npu.kernels.baseline.powers import CONSTANTS, POWERS, power, set_up
from kernelcraft.platforms.amd_npu.kernels.baseline.unrolling import unrolled
from kernelcraft.platforms.amd_npu.machine.tables import LEAST

MOST = 16  # vectors in a row
LOWEST, MAXIMUM, ONE = "bml7", "bmh7", "bmh8"
FIXED = ("x7", "x8", *SUMS, LOWEST, MAXIMUM, ONE, *CONSTANTS.values())
SET_UP = (
    set_up(negative=False)
    + kept(LOWEST, splat("x9", rounded(LEAST + 1), 16))
    + kept(ONE, splat("x9", 0x3F800000))  # 1.0
    + "movx r16, #0\nmovx r31, #2\n"
)
RECIPROCAL = f"""
vconv.bf16.fp32 wl7, %sum3
vconv.fp32.bf16 %high, wl7
vsub.f %low, %sum3, %high, r7
vconv.bf16.fp32 wh7, %low
vextract.d16 r0, x7, r16
movxm r17, #127
and r17, r0, r17
{scalar_entry("reciprocal")}
movx r21, #-7
lshl r21, r0, r21
movx r22, #7
lshl r21, r21, r22
movxm r22, #{127 << 7}
sub r21, r22, r21
add r21, r20, r21
vbcst.16 %first, r21
vmsc.f %rest, {ONE}, x7, %first, r1
vconv.bf16.fp32 %part.l, %rest
vmov %part.h, wh8
vmul.f %second, %part, %first, r1
vconv.bf16.fp32 %factor.h, %second
vmov %factor.l, %first.l
"""
"""%factor: 1 / the sum in two parts, the entry, and what one step of Newton's adds to it."""
FACTORS = {
    **dict.fromkeys(("high", "low", "rest", "second"), "bm"),
    **dict.fromkeys(("first", "part"), "x"),
}


def kernel(cell: Cell) -> str:
    """Three passes over each row, the powers 64 at a time."""
    vectors = vectors_of(cell, MOST)
    writer = begin((0, 1, 0, 1, 1), SET_UP + f"movxm r6, #{cell.dims['rows']}", FIXED)
    values = {f"{name}{index}": "x" for name in ("x", "m", "turned") for index in range(MOST)}
    writer.straight(_maximum(vectors), values, label=".Lrow")
    differences = [_differences(f"{index}") for index in range(2)]
    unrolled(writer, {"lowest": LOWEST}, differences, "", {"a": "bm", "b": "bm"}, ".Lpowers")
    u = ("wl0", "wh0", "wl1", "wh1")
    powers = [
        power(u[index], "%power", negative=False)
        + f"vst.conv.bf16.fp32 %power, [p2], #32\nvadd.f {to}, {to}, %power, r7\n"
        for index, to in enumerate(SUMS)
    ]
    unrolled(writer, CONSTANTS, powers, again(".Lpowers", "r15"), {**POWERS, "power": "bm"})
    text = added(*SUMS) + total(SUMS[0]) + RECIPROCAL + scaled(vectors, "p4", "p5", halves=True)
    writer.straight(text + again(".Lrow", "r6"), {**SUMMED, **FACTORS, **SCALED})
    writer.finish()
    return writer.kernel()


def _maximum(vectors: int) -> str:
    """The row's maximum in all lanes of MAXIMUM; the sums are 0; r15 counts what comes."""
    text, last = "", ""
    for index in range(vectors // 2):
        text += f"vlda %x{index}.l, [p1], #32\nvlda %x{index}.h, [p1], #32\n"
        if index:
            text += f"vmax_lt.bf16 %m{index}, r18, {last}, %x{index}\n"
        last = f"%m{index}" if index else "%x0"
    for step, shift in enumerate(("r26", "r28", "r29", "r30", "r31"), vectors // 2):
        text += f"vshift %turned{step}, {last}, {last}, {shift}\n"
        text += f"vmax_lt.bf16 %m{step}, r18, {last}, %turned{step}\n"
        last = f"%m{step}"
    text += f"vextbcst.16 x7, {last}, #0\nvconv.fp32.bf16 {MAXIMUM}, wl7\n"
    text += "".join(f"vclr {name}\n" for name in SUMS)
    return text + f"movx r15, #{vectors // UNROLLED}"


def _differences(number: str) -> str:
    """x0 or x1: 32 elements less the maximum, and within what the tables have."""
    return f"""
vlda.conv.fp32.bf16 %a, [p3], #32
vlda.conv.fp32.bf16 %b, [p3], #32
vsub.f %a, %a, {MAXIMUM}, r7
vsub.f %b, %b, {MAXIMUM}, r7
vconv.bf16.fp32 wl{number}, %a
vconv.bf16.fp32 wh{number}, %b
vmax_lt.bf16 x{number}, r18, x{number}, %lowest
"""
