"""e to the z - m of 32 lanes as bfloat16, by straight pieces between two powers of 2.

z - m goes through log2 e into an accumulator that holds 2^11 - 4 besides, whose lowest bit counts
8192ths. Less a constant its bits are 8192 (127 + log2), below 0 for what is 0 as a bfloat16: if
they were those of 2 to that power, they would be a 64th of it but for a correction. That follows
from the 8 bits after the whole number, which come out as a signed number: from its magnitude, bent
once or twice. Right for z - m from -1,400 on, and for the -65,536 that fills rows up.

Two vectors of 32 lanes lie side by side for the correction. crSat is 0 where fractions are cut out,
and 1 elsewhere.

Registers: p7, where the constants lie at first; x0 to x3, x4 for a second bend, bmh8, cm7; s0 and
s3; r4, r6, r16, r18, r20 and r21. The upper half of x2 and the lower one of x3 are 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import ml_dtypes
import numpy as np

from kernelcraft.platforms.amd_npu.kernels.pipelines.constants import (
    rows_of_bf16,
    rows_of_bits,
    rows_of_float32,
)
from kernelcraft.platforms.amd_npu.kernels.pipelines.constants import section as rows_as_text

UNIT = 2**13  # of the accumulator, for a power of two
STEPS = 256  # for a power of two: the fraction's bits
MAGIC = 2.0**11 - 4
BIAS = 127
UNSIGNED = 808 - 512  # 8 bits lane by lane, those of the first factor without a sign
_MAGIC_BITS = int(np.float32(MAGIC).view(np.uint32))
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


def in_two(number: float) -> tuple[float, float]:
    """The nearest bfloat16, and the one nearest to the rest."""
    high = float(np.float64(number).astype(ml_dtypes.bfloat16))
    return high, float(np.float64(number - high).astype(ml_dtypes.bfloat16))


HIGH, _ = in_two(math.log2(math.e))


@dataclass(frozen=True)
class Pieces:
    """The correction: `bends` in steps, at each of which it falls by `slope` units a step more.

    first: log2 of what e to the 0 becomes, in units: as far off as all powers on average.
    """

    bends: tuple[int, ...]
    slope: int
    first: int

    @property
    def loads(self) -> str:
        """Text that loads the constants."""
        bends = "".join(
            f"vlda w{half}{register}, [p7, #{-32 * (index + 1)}]\n"
            for index, register in enumerate(self._registers)
            for half in "lh"
        )
        log2_e = -32 * (len(self.bends) + 2)
        return f"""
vlda wl0, [p7, #{log2_e}]
vlda wh0, [p7, #{log2_e + 32}]
vlda amhl8, [p7, #64]
vlda amhh8, [p7, #64]
vlda amll7, [p7, #96]
vlda amlh7, [p7, #96]
vlda amhl7, [p7, #96]
vlda amhh7, [p7, #96]
{bends}vlda wl2, [p7, #0]
vlda wh2, [p7, #32]
vlda wl3, [p7, #32]
vlda wh3, [p7, #0]
"""

    def section(self, label: str, scale: float = 1.0) -> str:
        """The constants of e to the scale (z - m), and where p7 points to."""
        numbers = (*reversed(self.bends), -self.slope, 0)
        constants = (
            *rows_of_bf16(*in_two(scale * math.log2(math.e))),
            *rows_of_bits(*(each & 0xFF | (each & 0xFF) << 8 for each in numbers)),
            *rows_of_float32(MAGIC + self.first / UNIT),
            (".word", UNIT * BIAS - _MAGIC_BITS & 0xFFFFFFFF),
        )
        return rows_as_text(label, constants, label_after=2 + len(self.bends))

    def of(self, accumulators: Sequence[str], first: int = 0) -> str:
        """Make %e0, %e1, ... of accumulators with MAGIC and what powers are of, which change.

        Or those from an even `first` on.
        """
        count = first + len(accumulators)
        text = "movx crSat, r18\n"
        for index, each in enumerate(accumulators, first):
            alone = index == count - 1 and index % 2 == 0
            for half in "lh" if alone else "lh"[index % 2]:
                text += f"vsrs.d8.s32 %p{index // 2}.{half}, {each}, s0\n"
        text += "movx crSat, r6\n"
        for pair in range(first // 2, -(-count // 2)):
            text += f"vabs_gtz.s8 %u{pair}, l2, %p{pair}\n"
            for bend, register in enumerate(self._registers):
                text += f"vmin_ge.d8 %t{bend}{pair}, l2, %u{pair}, x{register}\n"
            if len(self.bends) == 2:
                text += f"vadd.8 %c{pair}, %t0{pair}, %t1{pair}\n"
        for index, each in enumerate(accumulators, first):
            bent, slope = f"%{self._bent}{index // 2}", f"x{2 + index % 2}"
            text += f"vaddmac {each}, {each}, cm7, {bent}, {slope}, r4\n"
            text += f"vsrs.d16.s32 %e{index}, {each}, s3\n"
        return text

    def values(self, count: int) -> dict[str, str]:
        """Their kinds."""
        kinds = ("p", "u", *(f"t{bend}" for bend in range(len(self.bends))), self._bent)
        names = [f"{name}{pair}" for name in kinds for pair in range(-(-count // 2))]
        return dict.fromkeys([*names, *(f"e{index}" for index in range(count))], "x")

    @property
    def _registers(self) -> tuple[int, ...]:
        return (1, 4)[: len(self.bends)]

    @property
    def _bent(self) -> str:
        return "c" if len(self.bends) == 2 else "t0"


FIVE: Final = Pieces(bends=(58, 106), slope=4, first=1104)
"""Powers are 0.16 % off (RMS) and 0.37 % at most."""
THREE: Final = Pieces(bends=(88,), slope=7, first=672)
"""0.23 % and 0.60 %, with a register less."""
