"""bf16 multipliers and float accumulators: one aligned sum for each lane.

All terms of a lane (its accumulators and its exact products) are aligned to the largest exponent
among them and each is rounded to 24 bits there, to nearest-even; the rounded terms are added
exactly and the sum is rounded once, to nearest-even (reference section 6.2: not a sequence of IEEE
additions). Denormal inputs count as 0. Chosen where the sources are silent: a product has its own
(normalised) exponent without overflow or underflow; a sum below 2^-126 and every sum of zeros is
+0; a sum from 2^128 on is infinite; NaN is 0x7FC00000, from NaN, 0 * infinity and opposite
infinities.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kernelcraft.platforms.amd_npu.machine.arithmetic import words
from kernelcraft.platforms.amd_npu.machine.arithmetic.lanes import REFUSED, place, take
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

Floats = npt.NDArray[np.float64]

LANES = 16
BITS = 24  # of a significand
SMALLEST = 2.0**-126
NAN = 0x7FC00000


def _floats(patterns: npt.NDArray[np.uint32]) -> Floats:
    """The values of float32 patterns; denormals are 0."""
    normal = (patterns & 0x7F800000) != 0
    with np.errstate(invalid="ignore"):
        return np.where(normal, patterns, 0).astype(np.uint32).view(np.float32).astype(np.float64)


def _bf16(lanes: Array, start: int) -> Floats:
    return _floats(take(lanes, start, 32, "<u2").astype(np.uint32) << np.uint32(16))


def _accumulator(lanes: Array, start: int, sign: int) -> Floats:
    """The 16 terms of an accumulator: sign 0 drops them, NaN or not."""
    if sign == 0:
        return np.zeros(LANES)
    return sign * _floats(take(lanes, start, LANES, "<u4").astype(np.uint32))


def _products(lanes: Array, a: int, b: int, mode: words.Mode) -> Floats:
    """The exact products of each lane, [depth, 16]."""
    x, y = _bf16(lanes, a), _bf16(lanes, b)
    if mode.elementwise:
        return (x * y).reshape(mode.depth, LANES)
    x, y = x.reshape(mode.rows, mode.depth), y.reshape(mode.depth, mode.columns)
    return (x.T[:, :, None] * y[:, None, :]).reshape(mode.depth, LANES)


def aligned_sums(terms: Floats) -> npt.NDArray[np.uint32]:
    """The float32 patterns of the sums over the first axis."""
    with np.errstate(all="ignore"):
        unit = np.ldexp(1.0, np.frexp(np.abs(terms).max(axis=0))[1] - BITS)
        total = (np.rint(terms / unit) * unit).sum(axis=0)
        total = np.where(np.isfinite(terms).all(axis=0), total, terms.sum(axis=0))
        total = np.where(np.abs(total) < SMALLEST, 0.0, total)
        patterns = total.astype(np.float32).view(np.uint32)
    return np.where(np.isnan(total), np.uint32(NAN), patterns)


def _mac(lanes: Array, dst: int, accumulators: list[int], a: int, b: int, word: int) -> int:
    mode = words.FLOAT_MODES.get(word & words.MODE)
    if mode is None or word & ~words.FLOAT_BITS:
        return REFUSED
    first, second, product = words.signs(word)
    terms = [
        _accumulator(lanes, start, sign)[None]
        for start, sign in zip(accumulators, (first, second), strict=False)
    ]
    with np.errstate(invalid="ignore"):
        terms.append(product * _products(lanes, a, b, mode))
    place(lanes, dst, aligned_sums(np.concatenate(terms)))
    return 0


@routine(
    "int64_t bf16_mac(uint8_t *lanes, int64_t dst, int64_t acc, int64_t a, int64_t b, "
    "int64_t config, int64_t form)"
)
def bf16_mac(lanes: Array, dst: int, acc: int, a: int, b: int, config: int, form: int) -> int:
    """vmul.f, vmac.f and their relatives: 16 float32 sums of an accumulator and 8 or 2 products.

    `form` is the instruction's part of the configuration word, words.FORMS; gives 0 or REFUSED.
    """
    return _mac(lanes, dst, [acc], a, b, words.combined(config, form))


@routine(
    "int64_t bf16_mac2(uint8_t *lanes, int64_t dst, int64_t acc1, int64_t acc2, int64_t a, "
    "int64_t b, int64_t config, int64_t form)"
)
def bf16_mac2(
    lanes: Array, dst: int, acc1: int, acc2: int, a: int, b: int, config: int, form: int
) -> int:
    """vaddmac.f and its relatives: `bf16_mac` with two accumulators."""
    return _mac(lanes, dst, [acc1, acc2], a, b, words.combined(config, form))


@routine(
    "int64_t float_add(uint8_t *lanes, int64_t dst, int64_t acc1, int64_t acc2, int64_t config, "
    "int64_t form)"
)
def float_add(lanes: Array, dst: int, acc1: int, acc2: int, config: int, form: int) -> int:
    """vadd.f, vsub.f and their negated forms: aligned sums of two accumulators of 16 float32.

    Of the configuration word only the zero and negate bits count; amode must be float.
    """
    word = words.combined(config, form)
    if word & words.AMODE != words.FLOAT or word & ~words.FLOAT_BITS:
        return REFUSED
    first, second, _ = words.signs(word)
    terms = [_accumulator(lanes, acc1, first), _accumulator(lanes, acc2, second)]
    place(lanes, dst, aligned_sums(np.stack(terms)))
    return 0


@routine(
    "int64_t float_neg(uint8_t *lanes, int64_t dst, int64_t acc, int64_t config, int64_t form)"
)
def float_neg(lanes: Array, dst: int, acc: int, config: int, form: int) -> int:
    """vneg.f: an aligned sum of one term, so that denormals and -0 become +0."""
    word = words.combined(config, form)
    if word & words.AMODE != words.FLOAT or word & ~words.FLOAT_BITS:
        return REFUSED
    place(lanes, dst, aligned_sums(_accumulator(lanes, acc, words.signs(word)[0])[None]))
    return 0
