"""σ(u) = 1 / (1 + e to the -u) of 16 lanes by the offered tables, for SiLU and GELU.

e to the -u is a product of two entries: floor(4 u) has the whole part's look-up address in bits 2
to 9, floor(1024 u) the fraction's. Taken off from the last entry's address they stand for -u, a
256th lower at most. The upper halves of a product of entries are a second one, so that it is twice
as large: 2 is added instead of 1, and the reciprocal's exponent is one more.
"""

from __future__ import annotations

from kernelcraft.kernels.amd_npu.compiler.pieces import look_up, looked_up, splat, spread

LAST = 255 * 4  # of a table of 256 entries, and the mask of an address in it
FIXED = ("x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "bmh8")
SET_UP = (
    "mov s0, #2\nmov s1, #10\n"
    + spread("x2", "exp_whole", LAST)
    + spread("x3", "exp_fraction", LAST)
    + spread("x5", "reciprocal")
    + splat("x1", LAST)
    + splat("x4", 127 * 4)
    + splat("x6", 0x7F80, 16)  # the exponent field
    + splat("x7", 128 << 7, 16)
    + splat("x9", 0x40000000)  # 2.0
    + "vmov bmh8, x9\nvmov wh0, wh8\nvmov wh7, wh8\n"
)
SIGMOID = f"""
vfloor.s32.bf16 %whole, %u, s0
vfloor.s32.bf16 %fraction, %u, s1
vband %wholes, %whole, x1
vsub.32 %at_whole, x2, %wholes
{look_up("w", "at_whole")}
vshuffle %w4, %w3, %w3, r2
vband %fractions, %fraction, x1
vsub.32 %at_fraction, x3, %fractions
{look_up("f", "at_fraction")}
vshuffle %f4, %f3, %f3, r2
vmac.f %v, bmh8, %w4, %f4, r1
vconv.bf16.fp32 wl0, %v
vups.s32.s16 %wide, wl0, s0
vmov %index, %wide
vband %mantissa, %index, x4
vadd.32 %at_reciprocal, x5, %mantissa
{look_up("r", "at_reciprocal")}
vshuffle %r4, %r3, %r3, r2
vband %exponent, x0, x6
vsub.16 %less, %r4, %exponent
vadd.16 %sigmoid, %less, x7
"""
"""%sigmoid, whose upper half is finite, from 16 lanes of %u."""
VALUES = {
    **looked_up("w", "f", "r"),
    **dict.fromkeys(("whole", "fraction", "wholes", "fractions", "at_whole", "at_fraction"), "x"),
    **dict.fromkeys(("index", "mantissa", "at_reciprocal", "exponent", "less", "sigmoid"), "x"),
    "v": "bm",
    "wide": "bm",
}
