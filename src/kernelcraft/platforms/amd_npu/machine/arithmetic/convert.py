"""float32 to bf16, bf16 to float32 and bf16 to integers, 16 lanes at a time.

Chosen where the sources are silent: float32 to bf16 flushes denormals to zeros of their sign, gives
infinity where rounding leaves the range, keeps infinities and makes every NaN 0x7FC0; bf16 to
float32 keeps every pattern; floor counts denormals as 0, saturates and makes NaN 0.
"""

from __future__ import annotations

import numpy as np

from kernelcraft.platforms.amd_npu.machine.arithmetic.lanes import REFUSED, place, take
from kernelcraft.platforms.amd_npu.machine.arithmetic.rounding import is_rounding, shifted
from kernelcraft.platforms.amd_npu.machine.arithmetic.shift_round import SHIFT
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

LANES = 16
INFINITY = 0x7F800000
BF16_NAN = 0x7FC0


@routine("int64_t f32_to_bf16(uint8_t *lanes, int64_t dst, int64_t acc, int64_t rounding)")
def f32_to_bf16(lanes: Array, dst: int, acc: int, rounding: int) -> int:
    """vconv.bf16.fp32: 16 float32 to 16 bf16 in a mode of crRnd; REFUSED for undefined ones."""
    if not is_rounding(rounding):
        return REFUSED
    bits = take(lanes, acc, LANES, "<u4").astype(np.uint32)
    negative, magnitude = bits >> 31 != 0, bits & 0x7FFFFFFF
    magnitude = np.where(magnitude < 1 << 23, 0, magnitude)
    kept = shifted(magnitude.astype(np.uint64), negative, 16, rounding)
    result = np.where(magnitude > INFINITY, BF16_NAN, kept.astype(np.int64) | negative * 0x8000)
    place(lanes, dst, result.astype(np.uint16))
    return 0


@routine("void bf16_to_f32(uint8_t *lanes, int64_t dst, int64_t a)")
def bf16_to_f32(lanes: Array, dst: int, a: int) -> None:
    """vconv.fp32.bf16: 16 bf16 to 16 float32, exactly."""
    place(lanes, dst, take(lanes, a, LANES, "<u2").astype(np.uint32) << np.uint32(16))


@routine("void bf16_floor(uint8_t *lanes, int64_t dst, int64_t a, int64_t shift)")
def bf16_floor(lanes: Array, dst: int, a: int, shift: int) -> None:
    """vfloor.s32.bf16: floor(x * 2^shift) of 16 bf16 (shift 0 to 63) as saturated int32."""
    bits = take(lanes, a, LANES, "<u2").astype(np.uint32) << np.uint32(16)
    normal = np.where(bits & INFINITY, bits, 0).astype(np.uint32).view(np.float32)
    with np.errstate(invalid="ignore"):
        floors = np.floor(np.ldexp(normal.astype(np.float64), shift & SHIFT))
    place(lanes, dst, np.nan_to_num(np.clip(floors, -(2.0**31), 2.0**31 - 1)).astype(np.int32))
