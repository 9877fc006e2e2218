"""Conversions: every bf16 pattern, all rounding modes against fractions, and torch as a judge."""

from __future__ import annotations

from fractions import Fraction
from math import floor

import numpy as np
import numpy.typing as npt
import pytest
import torch

from kernelcraft.platforms.amd_npu.machine.arithmetic import convert
from kernelcraft.platforms.amd_npu.machine.arithmetic.lanes import REFUSED
from tests.platforms.amd_npu.machine.compiled import ACC1, BYTES, DST, A, agree, get, put
from tests.platforms.amd_npu.machine.test_shift_round import CODES, MEANINGS

Patterns32 = npt.NDArray[np.uint32]
Patterns16 = npt.NDArray[np.uint16]

ALL_BF16 = np.arange(1 << 16, dtype=np.uint16)


def interesting(seed: int) -> Patterns32:
    """float32 patterns: any, near the halves of bf16, and special ones."""
    random = np.random.default_rng(seed)
    any_ = random.integers(0, 1 << 32, 512, dtype=np.uint64).astype(np.uint32)
    halves = any_ & 0xFFFF0000 | random.choice([0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF], 512)
    special = [0, 1, 0x7FFFFF, 0x800000, 0x7F7F8000, 0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7FC00000]
    both = np.array([*special, *(0x80000000 | bits for bits in special)], dtype=np.uint32)
    return np.concatenate([any_, halves, both, np.zeros(14)]).astype(np.uint32)


def narrowed(patterns: Patterns32, rounding: int) -> Patterns16:
    """Through C and the oracle, 16 at a time."""
    parts = []
    for part in patterns.reshape(-1, 16):
        lanes = np.zeros(BYTES, dtype=np.uint8)
        put(lanes, ACC1, part)
        assert agree(convert.f32_to_bf16, lanes, DST, ACC1, rounding) == 0
        parts.append(get(lanes, DST, 16, np.uint16).astype(np.uint16))
    return np.concatenate(parts)


def expected(pattern: int, rounding: int) -> int:
    """The bf16 pattern of a finite float32 pattern, from its exact value."""
    if not pattern & 0x7F800000:
        return pattern >> 16 & 0x8000
    sign, exponent = pattern >> 31, max(pattern >> 23 & 0xFF, 1)
    value = Fraction((pattern & 0x7FFFFF) | 0x800000, 1 << 16)  # in units of the bf16's last place
    kept = abs(MEANINGS[rounding](-value if sign else value))
    return sign << 15 | ((exponent - 1) << 7) + kept


@pytest.mark.parametrize("rounding", CODES)
def test_float32_to_bf16_in_every_rounding_mode(rounding: int) -> None:
    patterns = interesting(rounding)
    found = narrowed(patterns, rounding)
    for pattern, result in zip(patterns.tolist(), found.tolist(), strict=True):
        if pattern & 0x7FFFFFFF > 0x7F800000:
            assert result == 0x7FC0
        elif pattern & 0x7FFFFFFF == 0x7F800000:
            assert result == pattern >> 16
        else:
            assert result == expected(pattern, rounding), hex(pattern)


def test_torch_agrees_on_rounding_to_even() -> None:
    patterns = np.concatenate([interesting(seed) for seed in range(20)])
    magnitude = patterns & 0x7FFFFFFF
    numbers = patterns[(magnitude >= 0x800000) & (magnitude <= 0x7F800000)]
    numbers = numbers[: len(numbers) // 16 * 16]
    judge = torch.from_numpy(numbers.view(np.float32)).to(torch.bfloat16).view(torch.int16)
    np.testing.assert_array_equal(narrowed(numbers, 12), judge.numpy().view(np.uint16))


def test_bf16_to_float32_keeps_every_pattern() -> None:
    for part in ALL_BF16.reshape(-1, 16):
        lanes = np.zeros(BYTES, dtype=np.uint8)
        put(lanes, A, part)
        agree(convert.bf16_to_f32, lanes, DST, A)
        np.testing.assert_array_equal(get(lanes, DST, 16, np.uint32), part.astype(np.uint32) << 16)
        judge = torch.from_numpy(part.view(np.int16).copy()).view(torch.bfloat16).float().numpy()
        np.testing.assert_array_equal(get(lanes, DST, 16, np.float32), judge)


@pytest.mark.parametrize("rounding", CODES)
def test_bf16_survives_float32(rounding: int) -> None:
    numbers = ALL_BF16[(ALL_BF16 & 0x7F80 != 0) & (ALL_BF16 & 0x7FFF <= 0x7F80)][::7]
    numbers = numbers[: len(numbers) // 16 * 16]
    found = narrowed(numbers.astype(np.uint32) << np.uint32(16), rounding)
    np.testing.assert_array_equal(found, numbers)


@pytest.mark.parametrize("code", [4, 7, 14, 16, -1])
def test_undefined_rounding_is_refused(code: int) -> None:
    lanes = np.zeros(BYTES, dtype=np.uint8)
    assert agree(convert.f32_to_bf16, lanes, DST, ACC1, code) == REFUSED


@pytest.mark.parametrize("shift", [0, 1, 8, 10, 31, 63])
def test_floor_of_every_pattern(shift: int) -> None:
    for part in ALL_BF16[shift % 3 * 16 :: 3][: 1360 * 16].reshape(-1, 16):
        lanes = np.zeros(BYTES, dtype=np.uint8)
        put(lanes, A, part)
        agree(convert.bf16_floor, lanes, DST, A, shift)
        for pattern, found in zip(part.tolist(), get(lanes, DST, 16, np.int32), strict=True):
            assert int(found) == floor_of(pattern, shift), hex(pattern)


def floor_of(pattern: int, shift: int) -> int:
    exponent, fraction = pattern >> 7 & 0xFF, pattern & 0x7F
    if exponent == 0 or (exponent == 0xFF and fraction):
        return 0
    magnitude = Fraction(0x80 | fraction) * Fraction(2) ** (exponent - 134 + shift)
    if exponent == 0xFF:
        magnitude = Fraction(2) ** 40
    value = floor(-magnitude if pattern >> 15 else magnitude)
    return max(-(2**31), min(2**31 - 1, value))
