"""Softmax: for each row the maximum, e to the rest by the offered tables, the sum, products."""

from __future__ import annotations

from collections.abc import Callable

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import (
    LANES,
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
from kernelcraft.platforms.amd_npu.kernels.composites import padded
from kernelcraft.platforms.amd_npu.kernels.schedule import Writer
from kernelcraft.platforms.amd_npu.machine.tables import LEAST

MOST, LONGEST = 16, 64  # vectors in a row, whose every vector is a piece of code, or with loops
LOWEST_ROW = -3.3895e38  # no bfloat16 is lower
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
PRODUCT = """
vconv.bf16.fp32 %parts.l, %power
vconv.fp32.bf16 %near, %parts.l
vsub.f %left, %power, %near, r7
vconv.bf16.fp32 %parts.h, %left
vmul.f %y, %parts, x6, r1
vmac.f %y, %y, %parts, x5, r1
vst.conv.bf16.fp32 %y, [p5], #32
"""
"""Both parts of %power times both parts of the factor in x6, which x5 has the other way."""
USED = {"parts": "x", **dict.fromkeys(("power", "near", "left", "y"), "bm")}
FACTORS = {
    **dict.fromkeys(("high", "low", "rest", "second"), "bm"),
    **dict.fromkeys(("first", "part"), "x"),
}


def kernel(cell: Cell) -> str:
    """Three passes over each row, the powers 64 at a time; raises Unwritten for rows too long."""
    if cell.dims["width"] % (UNROLLED * LANES):
        return padded.softmax(cell, kernel, UNROLLED * LANES)
    vectors = vectors_of(cell, LONGEST)
    if vectors > MOST:
        return _long(cell, vectors)
    writer = begin((0, 1, 0, 1, 1), SET_UP + f"movxm r6, #{cell.dims['rows']}", FIXED)
    values = {f"{name}{index}": "x" for name in ("x", "m", "turned") for index in range(MOST)}
    writer.straight(_maximum(vectors), values, label=".Lrow")
    _powers(writer, ".Lpowers", "p3", _stored)
    text = added(*SUMS) + total(SUMS[0]) + RECIPROCAL + scaled(vectors, "p4", "p5", halves=True)
    writer.straight(text + again(".Lrow", "r6"), {**SUMMED, **FACTORS, **SCALED})
    writer.finish()
    return writer.kernel()


def _long(cell: Cell, vectors: int) -> str:
    """Loops for the maximum and the products, too.

    Powers are made twice, the second time to be multiplied as two bfloat16: elements that are much
    larger than a long row's others have no room for a second rounding.
    """
    rounds = f"movxm r15, #{vectors // UNROLLED}\n"
    lowest = splat("x6", rounded(LOWEST_ROW), 16)
    writer = begin(
        (0, 0, 0, 0, 1), SET_UP + f"movxm r6, #{cell.dims['rows']}", (*FIXED, "x5", "x6")
    )
    values = {f"{name}{index}": "x" for name in ("x", "m", "turned") for index in range(MOST)}
    writer.straight(lowest + rounds, label=".Lrow")
    text = "".join(
        f"vlda %x{index}.l, [p1], #32\nvlda %x{index}.h, [p1], #32\n"
        f"vmax_lt.bf16 x6, r18, x6, %x{index}\n"
        for index in range(UNROLLED // 2)
    )
    writer.straight(text + again(".Lgreatest", "r15"), values, label=".Lgreatest")
    writer.straight(_in_all_lanes("x6", 0, vectors), values)
    _powers(writer, ".Lpowers", "p3", lambda to: f"vadd.f {to}, {to}, %power, r7\n")
    factor = RECIPROCAL.replace("%factor.h", "wh6").replace("%factor.l", "wl6")
    factor += "vshift x5, x6, x6, r26\n"
    writer.straight(added(*SUMS) + total(SUMS[0]) + factor + rounds, {**SUMMED, **FACTORS})
    _powers(writer, ".Lproducts", "p4", lambda to: PRODUCT)
    writer.straight(again(".Lrow", "r6"))
    writer.finish()
    return writer.kernel()


def _powers(writer: Writer, label: str, source: str, use: Callable[[str], str]) -> None:
    """Of all that r15 counts, 64 at a time; `use` says what is done with %power, and a sum."""
    differences = [_differences(f"{index}", source) for index in range(2)]
    unrolled(writer, {"lowest": LOWEST}, differences, "", {"a": "bm", "b": "bm"}, label)
    u = ("wl0", "wh0", "wl1", "wh1")
    powers = [power(u[index], "%power", negative=False) + use(to) for index, to in enumerate(SUMS)]
    unrolled(writer, CONSTANTS, powers, again(label, "r15"), {**POWERS, **USED})


def _stored(to: str) -> str:
    """A power goes to the output, and is added to a sum."""
    return f"vst.conv.bf16.fp32 %power, [p2], #32\nvadd.f {to}, {to}, %power, r7\n"


def _maximum(vectors: int) -> str:
    """The row's maximum in all lanes of MAXIMUM; the sums are 0; r15 counts what comes."""
    text, last = "", ""
    for index in range(vectors // 2):
        text += f"vlda %x{index}.l, [p1], #32\nvlda %x{index}.h, [p1], #32\n"
        if index:
            text += f"vmax_lt.bf16 %m{index}, r18, {last}, %x{index}\n"
        last = f"%m{index}" if index else "%x0"
    return text + _in_all_lanes(last, vectors // 2, vectors)


def _in_all_lanes(last: str, first: int, vectors: int) -> str:
    """MAXIMUM: the greatest of a register's elements; the sums are 0; r15 counts what comes."""
    text = ""
    for step, shift in enumerate(("r26", "r28", "r29", "r30", "r31"), first):
        text += f"vshift %turned{step}, {last}, {last}, {shift}\n"
        text += f"vmax_lt.bf16 %m{step}, r18, {last}, %turned{step}\n"
        last = f"%m{step}"
    text += f"vextbcst.16 x7, {last}, #0\nvconv.fp32.bf16 {MAXIMUM}, wl7\n"
    text += "".join(f"vclr {name}\n" for name in SUMS)
    return text + f"movx r15, #{vectors // UNROLLED}"


def _differences(number: str, source: str) -> str:
    """x0 or x1: 32 elements less the maximum, and within what the tables have."""
    return f"""
vlda.conv.fp32.bf16 %a, [{source}], #32
vlda.conv.fp32.bf16 %b, [{source}], #32
vsub.f %a, %a, {MAXIMUM}, r7
vsub.f %b, %b, {MAXIMUM}, r7
vconv.bf16.fp32 wl{number}, %a
vconv.bf16.fp32 wh{number}, %b
vmax_lt.bf16 x{number}, r18, x{number}, %lowest
"""
