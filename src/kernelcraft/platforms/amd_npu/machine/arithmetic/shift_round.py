"""Accumulators to vectors and back: SRS shifts right, rounds and saturates, UPS shifts left.

Accumulator lanes are signed numbers. `sign` is 1 for the letter s of a mnemonic and the control
register's bit for d. Shift amounts are 0 to 63, a shift register's six bits. Chosen where the
sources are silent: UPS wraps without saturation and saturates to the accumulator lane with it;
pack and unpack take source and destination with the same sign, pack heeds crSat and truncates
without it; even int4 elements are the low nibbles.
"""

from __future__ import annotations

import numpy as np

from kernelcraft.platforms.amd_npu.machine.arithmetic.lanes import REFUSED, integers, place_integers
from kernelcraft.platforms.amd_npu.machine.arithmetic.rounding import (
    NO_SATURATION,
    SATURATIONS,
    fitted,
    is_rounding,
    limits,
    shifted,
)
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

SHIFT = 63  # the bits of a shift register that count


@routine(
    "int64_t srs(uint8_t *lanes, int64_t dst, int64_t acc, int64_t count, int64_t wide, "
    "int64_t narrow, int64_t shift, int64_t rounding, int64_t saturation, int64_t sign)"
)
def srs(
    lanes: Array,
    dst: int,
    acc: int,
    count: int,
    wide: int,
    narrow: int,
    shift: int,
    rounding: int,
    saturation: int,
    sign: int,
) -> int:
    """`count` accumulator lanes of `wide` (32, 64) bits to integers of `narrow` (8, 16, 32) bits.

    Gives REFUSED for an undefined rounding or saturation mode.
    """
    if not is_rounding(rounding) or saturation not in SATURATIONS:
        return REFUSED
    values = integers(lanes, acc, count, wide, 1)
    magnitude = np.where(values < 0, -values.astype(np.uint64), values.astype(np.uint64))
    kept = shifted(magnitude, values < 0, shift & SHIFT, rounding)
    result = np.where(values < 0, -kept, kept).astype(np.int64)
    place_integers(lanes, dst, fitted(result, narrow, sign, saturation), narrow)
    return 0


@routine(
    "int64_t ups(uint8_t *lanes, int64_t dst, int64_t a, int64_t count, int64_t narrow, "
    "int64_t wide, int64_t shift, int64_t saturation, int64_t sign)"
)
def ups(
    lanes: Array,
    dst: int,
    a: int,
    count: int,
    narrow: int,
    wide: int,
    shift: int,
    saturation: int,
    sign: int,
) -> int:
    """`count` integers of `narrow` (8, 16, 32) bits, shifted left, to `wide` (32, 64) bits.

    Gives REFUSED for an undefined saturation mode.
    """
    if saturation not in SATURATIONS:
        return REFUSED
    values = integers(lanes, a, count, narrow, sign)
    amount = shift & SHIFT
    low, top = limits(wide, 1, saturation)
    result = (values.astype(np.uint64) << np.uint64(amount)).astype(np.int64)
    if saturation != NO_SATURATION:
        result = np.where(values > top >> amount, top, result)
        result = np.where(values < -(-low >> amount), low, result)
    place_integers(lanes, dst, result, wide)
    return 0


@routine(
    "int64_t pack(uint8_t *lanes, int64_t dst, int64_t a, int64_t narrow, int64_t saturation, "
    "int64_t sign)"
)
def pack(lanes: Array, dst: int, a: int, narrow: int, saturation: int, sign: int) -> int:
    """64 bytes of integers to 32 bytes of half their width; `narrow` is 8 or 4 bits.

    Gives REFUSED for an undefined saturation mode.
    """
    if saturation not in SATURATIONS:
        return REFUSED
    values = integers(lanes, a, 256 // narrow, 2 * narrow, sign)
    place_integers(lanes, dst, fitted(values, narrow, sign, saturation), narrow)
    return 0


@routine("void unpack(uint8_t *lanes, int64_t dst, int64_t a, int64_t narrow, int64_t sign)")
def unpack(lanes: Array, dst: int, a: int, narrow: int, sign: int) -> None:
    """32 bytes of integers of `narrow` (8 or 4) bits to 64 bytes of twice their width."""
    place_integers(lanes, dst, integers(lanes, a, 256 // narrow, narrow, sign), 2 * narrow)
