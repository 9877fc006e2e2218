"""e to the z - m of 32 lanes as bfloat16, by five straight pieces between two powers of 2.

z - m goes through log2 e into an accumulator that holds 2^11 - 4 besides, whose lowest bit counts
8192ths. Less a constant its bits are 8192 (127 + log2), below 0 for what is 0 as a bfloat16: if
they were those of 2 to that power, they would be a 64th of it but for a correction. That follows
from the 8 bits after the whole number, which come out as a signed number: from its magnitude, bent
at BENDS. Powers are 0.16 % off (RMS) and 0.37 % at most. Right for z - m from -1,400 on, and for
the -65,536 that fills rows up.

`powers` needs a product more for a vector, and two registers less. Two vectors of 32 lanes lie side
by side for the correction. crSat is 0 where fractions are cut out, and 1 elsewhere.

Registers: p7, where the constants lie at first; x0 to x4, bmh8, cm7; s0 and s3; r4, r6, r16, r18,
r20 and r21.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from kernelcraft.platforms.amd_npu.kernels.pipelines.constants import (
    rows_of_bf16,
    rows_of_bits,
    rows_of_float32,
)
from kernelcraft.platforms.amd_npu.kernels.pipelines.constants import section as rows_as_text
from kernelcraft.platforms.amd_npu.kernels.pipelines.powers import MAGIC, UNIT, in_two

STEPS = 256  # for a power of two: the fraction's bits
FIRST = 1104 / UNIT  # log2 of what e to the 0 becomes: as far off as all powers on average
BIAS = 127
UNSIGNED = 808 - 512  # 8 bits lane by lane, those of the first factor without a sign
SLOPE, BENDS = 4, (58, 106)  # of the correction, in units for a step and bend; those in steps
_MAGIC_BITS = int(np.float32(MAGIC).view(np.uint32))
LOADS = """
vlda wl0, [p7, #-128]
vlda wh0, [p7, #-96]
vlda amhl8, [p7, #64]
vlda amhh8, [p7, #64]
vlda amll7, [p7, #96]
vlda amlh7, [p7, #96]
vlda amhl7, [p7, #96]
vlda amhh7, [p7, #96]
vlda wl1, [p7, #-32]
vlda wh1, [p7, #-32]
vlda wl4, [p7, #-64]
vlda wh4, [p7, #-64]
vlda wl2, [p7, #0]
vlda wh2, [p7, #32]
vlda wl3, [p7, #32]
vlda wh3, [p7, #0]
"""
SET_UP = f"""
movx r16, #12
movx r18, #0
movx r6, #1
movx crRnd, r16
movx crSat, r6
movx crSRSSign, r18
movx crVaddSign, r18
mov s0, #{(UNIT // STEPS).bit_length() - 1}
mov s3, #{(UNIT // 128).bit_length() - 1}
movx r4, #{UNSIGNED}
"""


def section(label: str) -> str:
    """The constants, and where p7 points to."""
    constants = (
        *rows_of_bf16(*in_two(math.log2(math.e))),
        *rows_of_bits(
            *(each & 0xFF | (each & 0xFF) << 8 for each in (BENDS[1], BENDS[0], -SLOPE, 0))
        ),
        *rows_of_float32(MAGIC + FIRST),
        (".word", UNIT * BIAS - _MAGIC_BITS & 0xFFFFFFFF),
    )
    return rows_as_text(label, constants, label_after=4)


def of(accumulators: Sequence[str]) -> str:
    """Make %e0, %e1, ... of accumulators with MAGIC and what the powers are of, which change."""
    count = len(accumulators)
    text = "movx crSat, r18\n"
    for index, each in enumerate(accumulators):
        alone = index == count - 1 and index % 2 == 0
        for half in "lh" if alone else "lh"[index % 2]:
            text += f"vsrs.d8.s32 %p{index // 2}.{half}, {each}, s0\n"
    text += "movx crSat, r6\n"
    for pair in range(-(-count // 2)):
        text += f"vabs_gtz.s8 %u{pair}, l2, %p{pair}\n"
        for bend in range(2):
            text += f"vmin_ge.d8 %t{bend}{pair}, l2, %u{pair}, x{1 + 3 * bend}\n"
        text += f"vadd.8 %c{pair}, %t0{pair}, %t1{pair}\n"
    for index, each in enumerate(accumulators):
        slope = f"x{2 + index % 2}"
        text += f"vaddmac {each}, {each}, cm7, %c{index // 2}, {slope}, r4\n"
        text += f"vsrs.d16.s32 %e{index}, {each}, s3\n"
    return text


def values(count: int) -> dict[str, str]:
    """Their kinds."""
    names = [
        f"{name}{pair}" for name in ("p", "u", "t0", "t1", "c") for pair in range(-(-count // 2))
    ]
    names += [f"e{index}" for index in range(count)]
    return dict.fromkeys(names, "x")
