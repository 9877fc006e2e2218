"""Integer multipliers and accumulators: C (+)= A B modulo 2^32 or 2^64.

A and B begin at the first byte of their vectors, in rows (reference section 6.1). Products and sums
are exact modulo the width of an accumulator lane: accumulators wrap. Chosen where the sources are
silent: the int4 operand of mode 768 has its even elements in the low nibbles.
"""

from __future__ import annotations

import numpy as np

from kernelcraft.platforms.amd_npu.machine.arithmetic import words
from kernelcraft.platforms.amd_npu.machine.arithmetic.lanes import (
    REFUSED,
    Integers,
    integers,
    place_integers,
)
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

ACCUMULATOR_BITS = 1024


def _products(lanes: Array, a: int, b: int, mode: words.Mode, word: int) -> Integers:
    """A B, one number for each lane, modulo 2^64."""
    if mode.elementwise:
        count = mode.depth * mode.columns
        x = integers(lanes, a, count, mode.first, word & words.FIRST_SIGNED)
        y = integers(lanes, b, count, mode.second, word & words.SECOND_SIGNED)
        total: Integers = (x * y).reshape(mode.depth, mode.columns).sum(axis=0)
        return total
    x = integers(lanes, a, mode.rows * mode.depth, mode.first, word & words.FIRST_SIGNED)
    y = integers(lanes, b, mode.depth * mode.columns, mode.second, word & words.SECOND_SIGNED)
    product: Integers = x.reshape(mode.rows, -1) @ y.reshape(mode.depth, -1)
    return product.ravel()


def _added(lanes: Array, dst: int, accs: list[int], bits: int, word: int, total: Integers) -> int:
    """Write `total` plus the accumulators, with their signs."""
    with np.errstate(over="ignore"):
        for start, sign in zip(accs, words.signs(word)[:2], strict=False):
            total = total + sign * integers(lanes, start, ACCUMULATOR_BITS // bits, bits, 1)
    place_integers(lanes, dst, total, bits)
    return 0


def _mac(lanes: Array, dst: int, accs: list[int], a: int, b: int, word: int) -> int:
    mode = words.INTEGER_MODES.get(word & words.MODE)
    if mode is None or word & ~words.INTEGER_BITS:
        return REFUSED
    total = words.signs(word)[2] * _products(lanes, a, b, mode, word)
    return _added(lanes, dst, accs, mode.accumulator, word, total)


@routine(
    "int64_t integer_mac(uint8_t *lanes, int64_t dst, int64_t acc, int64_t a, int64_t b, "
    "int64_t config, int64_t form)"
)
def integer_mac(lanes: Array, dst: int, acc: int, a: int, b: int, config: int, form: int) -> int:
    """vmul, vmac and their relatives: 1024 bits of accumulator lanes in a mode of INTEGER_MODES.

    `form` is the instruction's part of the configuration word, words.FORMS; gives 0 or REFUSED.
    """
    return _mac(lanes, dst, [acc], a, b, words.combined(config, form))


@routine(
    "int64_t integer_mac2(uint8_t *lanes, int64_t dst, int64_t acc1, int64_t acc2, int64_t a, "
    "int64_t b, int64_t config, int64_t form)"
)
def integer_mac2(
    lanes: Array, dst: int, acc1: int, acc2: int, a: int, b: int, config: int, form: int
) -> int:
    """vaddmac and its relatives: `integer_mac` with two accumulators."""
    return _mac(lanes, dst, [acc1, acc2], a, b, words.combined(config, form))


def _sum(lanes: Array, dst: int, accs: list[int], word: int) -> int:
    if word & words.AMODE not in (words.ACC32, words.ACC64) or word & ~words.INTEGER_BITS:
        return REFUSED
    bits = 64 if word & words.AMODE == words.ACC64 else 32
    nothing = np.zeros(ACCUMULATOR_BITS // bits, dtype=np.int64)
    return _added(lanes, dst, accs, bits, word, nothing)


@routine(
    "int64_t integer_add(uint8_t *lanes, int64_t dst, int64_t acc1, int64_t acc2, int64_t config, "
    "int64_t form)"
)
def integer_add(lanes: Array, dst: int, acc1: int, acc2: int, config: int, form: int) -> int:
    """vadd, vsub and their negated forms on accumulators: 32 or 16 lanes, as amode says.

    Of the configuration word only amode and the zero and negate bits count.
    """
    return _sum(lanes, dst, [acc1, acc2], words.combined(config, form))


@routine(
    "int64_t integer_neg(uint8_t *lanes, int64_t dst, int64_t acc, int64_t config, int64_t form)"
)
def integer_neg(lanes: Array, dst: int, acc: int, config: int, form: int) -> int:
    """vneg on an accumulator: 32 or 16 lanes, as amode says."""
    return _sum(lanes, dst, [acc], words.combined(config, form))
