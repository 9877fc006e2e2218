"""x σ(u) = x / (1 + e to the -u), 64 elements at a time, for SiLU and GELU.

1 + e to the -u is rounded to bfloat16, whose 7 bits of mantissa are an index in the table of
reciprocals; the reciprocal's exponent is 254 less that of the number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import (
    LANES,
    SUMS,
    UNROLLED,
    again,
    begin,
    kept,
    look_up,
    looked_up,
    splat,
    spread,
)
from kernelcraft.platforms.amd_npu.kernels.baseline.powers import CONSTANTS, POWERS, power, set_up
from kernelcraft.platforms.amd_npu.kernels.baseline.unrolling import unrolled

LOWEST, HIGHEST = 0xC1F0, 0x42B4  # -30 and 90: e to the -u is in the tables
BOUNDS = {"lowest": "bmh4", "highest": "bmh5"}
RECIPROCALS = {"table": "bml7", "mantissas": "bml8", "exponents": "bmh6", "bias": "bmh7"}
ONE = "bmh8"  # and 2 to the -10: e to the -u may be a 256th low, and 2 less that is no tie then
U = ("wl0", "wh0", "wl1", "wh1")
SET_UP = (
    set_up(negative=True)
    + "mov s2, #2\n"
    + kept(BOUNDS["lowest"], splat("x9", LOWEST, 16))
    + kept(BOUNDS["highest"], splat("x9", HIGHEST, 16))
    + kept(RECIPROCALS["table"], spread("x9", "reciprocal"))
    + kept(RECIPROCALS["mantissas"], splat("x9", 127 * 4))
    + kept(RECIPROCALS["exponents"], splat("x9", 0x7F80, 16))
    + kept(RECIPROCALS["bias"], splat("x9", 127 << 7, 16))
    + kept(ONE, splat("x9", 0x3F802000))
)
FIXED = ("x8", ONE, *(CONSTANTS | BOUNDS | RECIPROCALS).values())
VALUES = {
    **looked_up("r"),
    **dict.fromkeys(("sum", "index", "mantissa", "at", "exponent", "less", "sigmoid", "x"), "x"),
}


def _bounded(name: str) -> str:
    """32 lanes of u within what the tables have."""
    return (
        f"vmax_lt.bf16 {name}, r18, {name}, %lowest\nvmin_ge.bf16 {name}, r19, {name}, %highest\n"
    )


def activation(
    cell: Cell,
    arguments: Sequence[str],
    kinds: Mapping[str, str],
    start: str = "",
    held: Mapping[str, str] = {},
    fixed: Sequence[str] = (),
) -> str:
    """A kernel whose `arguments` put u in x0 and in x1, along p1.

    They have values of these `kinds`, and constants that `start` puts in the accumulators `held`
    and `fixed`.
    """
    turns = cell.dims["rows"] * cell.dims["width"] // (UNROLLED * LANES)
    start = SET_UP + start + f"movxm r6, #{turns}"
    writer = begin((0, 1, 0), start, (*FIXED, *held.values(), *fixed))
    unrolled(writer, held, arguments, "", kinds, ".Lturn")
    unrolled(writer, BOUNDS, [_bounded("x0"), _bounded("x1")], "", {})
    sums = [power(u, to, negative=True, plus=ONE) for u, to in zip(U, SUMS, strict=True)]
    unrolled(writer, CONSTANTS, sums, "", POWERS)
    products = [_product(each, "lh"[index % 2]) for index, each in enumerate(SUMS)]
    unrolled(writer, RECIPROCALS, products, again(".Lturn", "r6"), VALUES)
    writer.finish()
    return writer.kernel()


def _product(total: str, half: str) -> str:
    """x over 1 + e to the -u, stored; x in this half of a register, 0 in the other."""
    other = {"l": "h", "h": "l"}[half]
    return f"""
vconv.bf16.fp32 %sum.l, {total}
vmov %sum.h, %sum.l
vups.s32.s16 {total}, %sum.l, s2
vmov %index, {total}
vband %mantissa, %index, %mantissas
vadd.32 %at, %table, %mantissa
{look_up("r", "at", 16)}
vmov %r3.h, %r3.l
vband %exponent, %sum, %exponents
vsub.16 %less, %r3, %exponent
vadd.16 %sigmoid, %less, %bias
vlda %x.{half}, [p3], #32
vmov %x.{other}, w{other}8
vmul.f {total}, %x, %sigmoid, r1
vst.conv.bf16.fp32 {total}, [p2], #32
"""
