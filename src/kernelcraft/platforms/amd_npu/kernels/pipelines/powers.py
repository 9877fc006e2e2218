"""e to the z - m of 32 lanes as bfloat16, by whole numbers; m is at least z.

z - m goes through log2 e into an accumulator that holds 2^11 - 4 besides, whose lowest bit counts
8192ths: taken off as a whole number, what is left is 8192 (187 + log2), below 0 for what is 0 as a
bfloat16. Its bits, if they were those of 2 to that power, are a 64th of it but for a correction
that 8 bits f decide: a parabola, which is 0.22 % off (RMS) and 0.39 % at most. All powers are 2^60
times as large. Right for z - m from -1,400 on, and for the -65,536 that fills rows up.

Registers: p7, where the constants lie at first; x0 to x2, bmh8, cm7; s0, s1 and s3; r16 to r18.
"""

from __future__ import annotations

import math

import ml_dtypes
import numpy as np

from kernelcraft.platforms.amd_npu.kernels.pipelines.constants import (
    Row,
    rows_of_bf16,
    rows_of_bits,
)
from kernelcraft.platforms.amd_npu.kernels.pipelines.constants import section as rows_as_text

UNIT = 2**13  # of the accumulator, for a power of two
STEPS = 256  # of f, which go through the parabola
MAGIC = 2.0**11 - 4
BIAS = 127 + 60  # so that the mask, as a bfloat16, has products that are not 0
FACTOR, SHIFT = 11, 8  # times f (f - 255) / 2^SHIFT it is the correction


def in_two(number: float) -> tuple[float, float]:
    """The nearest bfloat16, and the one nearest to the rest."""
    high = float(np.float64(number).astype(ml_dtypes.bfloat16))
    return high, float(np.float64(number - high).astype(ml_dtypes.bfloat16))


HIGH, _ = in_two(math.log2(math.e))
_MAGIC_BITS = int(np.float32(MAGIC).view(np.uint32))


def _words(*numbers: int) -> tuple[Row, ...]:
    return tuple((".word", number) for number in numbers)


LOADS = """
vlda wl0, [p7, #-96]
vlda wh0, [p7, #-64]
vlda amhl8, [p7, #32]
vlda amhh8, [p7, #32]
vlda amll7, [p7, #64]
vlda amlh7, [p7, #64]
vlda amhl7, [p7, #64]
vlda amhh7, [p7, #64]
vlda wl1, [p7, #-32]
vlda wh1, [p7, #-32]
vlda wl2, [p7, #0]
vlda wh2, [p7, #0]
"""
SET_UP = f"""
movx r16, #12
movx r17, #1
movx r18, #0
movx crRnd, r16
movx crSat, r17
movx crSRSSign, r18
mov s0, #{(UNIT // STEPS).bit_length() - 1}
mov s1, #{SHIFT}
mov s3, #{(UNIT // 128).bit_length() - 1}
movx r18, #824
"""


def section(label: str, scale: float = 1.0) -> str:
    """The constants of e to the scale (z - m), and where p7 points to."""
    constants = (
        *rows_of_bf16(*in_two(scale * math.log2(math.e))),
        *rows_of_bits(STEPS - 1, FACTOR),
        *_words(_MAGIC_BITS, _MAGIC_BITS - UNIT * BIAS),
    )
    return rows_as_text(label, constants, label_after=3)


def of(name: str) -> str:
    """%e of %q, an accumulator of both halves with MAGIC and what the powers are of."""
    return f"""
vsub %n{name}, %q{name}, cm7, r18
vsrs.d16.s32 %p{name}, %n{name}, s0
vband %f{name}, %p{name}, x1
vsub.16 %h{name}, %f{name}, x1
vmul %g{name}, %f{name}, %h{name}, r18
vsrs.s16.s32 %c{name}, %g{name}, s1
vmac %b{name}, %n{name}, %c{name}, x2, r18
vsrs.d16.s32 %e{name}, %b{name}, s3
"""


def values(name: str) -> dict[str, str]:
    """Their kinds."""
    vectors, accumulators = ("p", "f", "h", "c", "e"), ("q", "n", "g", "b")
    kinds = {f"{each}{name}": "x" for each in vectors}
    return kinds | {f"{each}{name}": "cm" for each in accumulators}
