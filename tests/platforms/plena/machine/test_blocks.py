"""MXFP8 blocks: decoding by hand, the quantiser against its rule, C against the oracles."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kernelcraft.platforms.plena.machine import blocks
from kernelcraft.platforms.plena.machine.formats import Float32s, bf16_to_f32
from tests.platforms.plena.machine.compiled import agree, bf16_rows


@pytest.mark.parametrize(
    ("code", "value"),
    [
        (0b0_0000_000, 0.0),
        (0b0_0000_001, 2**-10),  # 1/8 * 2^-7
        (0b0_0000_111, 7 * 2**-10),
        (0b0_0001_000, 2**-6),  # the smallest normal: the gap above the subnormals is theirs
        (0b0_0111_000, 1.0),
        (0b0_0111_100, 1.5),
        (0b1_1000_010, -2.5),
        (0b0_1110_111, 240.0),
        (0b0_1111_000, math.inf),
        (0b1_1111_000, -math.inf),
        (0b0_1111_001, math.nan),
    ],
)
def test_element_codes(code: int, value: float) -> None:
    np.testing.assert_equal(float(blocks.element_values()[code]), value)


@pytest.mark.parametrize(
    ("scale", "code", "value"),
    [
        (127, 0x3C, 1.5),
        (130, 0x3C, 12.0),
        (97, 0x38, 2.0**-30),
        (1, 0x01, 2.0**-136),
        (0, 0x3C, 0.0),
        (0, 0x78, math.nan),  # infinity times zero
        (255, 0x3C, math.inf),
        (255, 0x00, math.nan),
        (254, 0x77, math.inf),  # 240 * 2^127 overflows
    ],
)
def test_scales(scale: int, code: int, value: float) -> None:
    elements = np.full(8, code, dtype=np.uint8)
    found = blocks.dequantise(elements, np.array([scale], dtype=np.uint8))
    np.testing.assert_array_equal(found, np.full(8, value, dtype=np.float32))


def exponent(value: np.float32) -> int:
    """floor(log2(value + 1e-9)), exactly."""
    return math.frexp(float(value + np.float32(1e-9)))[1] - 1


def quantised_by_rule(values: Float32s) -> tuple[list[int], int]:
    """One block of finite values, word for word by the host quantiser's rule."""
    largest = np.abs(values).max()
    if largest == 0:
        return [0] * 8, 0
    shared = min(max(exponent(largest), -127), 127)
    codes = []
    for value in values:
        v = value / np.float32(2.0**shared)
        raw = exponent(abs(v))
        e = min(max(raw, -7), 7)
        quotient = float(abs(v)) / 2.0**e
        mantissa = (quotient - 1) * 8 if e != -7 else quotient * 8
        rounded = round(math.floor(mantissa * 4) / 4)  # Python rounds half to even
        kept = 7 if raw > 7 else min(max(rounded, 0), 7)
        codes.append((value < 0) << 7 | (e + 7) << 3 | kept)
    return codes, shared + 127


def awkward_blocks() -> Float32s:
    """Blocks of normal numbers, of wide range, of quarter steps, and around powers of two."""
    random = np.random.default_rng(9)
    normal = random.normal(size=(500, 8))
    wide = random.normal(size=(500, 8)) * 2.0 ** random.integers(-40, 120, (500, 8))
    narrow = random.normal(size=(500, 8)) * 2.0 ** random.integers(-9, 1, (500, 8))
    steps = random.integers(-64, 65, (500, 8)) / 32 * 2.0 ** random.integers(-9, 1, (500, 8))
    powers = (2.0 ** random.integers(-12, 2, (500, 8))).astype(np.float32)
    near = (powers.view(np.uint32) + random.integers(-3, 4, (500, 8))).astype(np.uint32)
    tiny = random.normal(size=(50, 8)) * 1e-9
    zero = np.zeros((2, 8)) * np.array([[1.0], [-1.0]])
    parts = [normal, wide, narrow, steps, near.view(np.float32), tiny, zero]
    return np.concatenate(parts).astype(np.float32)


def test_quantiser_follows_the_rule() -> None:
    values = awkward_blocks()
    elements, scales = blocks.quantise(values)
    for block, codes, scale in zip(values, elements.tolist(), scales[:, 0].tolist(), strict=True):
        assert (codes, scale) == quantised_by_rule(block), block


@pytest.mark.parametrize(
    ("values", "scale", "codes"),
    [
        ([1.0, 1.5, -1.75, 0.5, 0, 0, 0, 0], 127, [0x38, 0x3C, 0xBE, 0x30, 0, 0, 0, 0]),
        ([1.0, 1.0625, 1.1875, 1.99, 0, 0, 0, 0], 127, [0x38, 0x38, 0x3A, 0x3F, 0, 0, 0, 0]),
        ([1.0, 2**-7, 2**-8, 2**-11, 0, 0, 0, 0], 127, [0x38, 0x07, 0x04, 0x00, 0, 0, 0, 0]),
        ([math.inf, -math.inf, 1.0, 0, 0, 0, 0, 0], 254, [0x77, 0xF7, 0, 0, 0, 0, 0, 0]),
        ([math.nan, 1.0, 0, 0, 0, 0, 0, 0], 254, [0x77, 0, 0, 0, 0, 0, 0, 0]),
    ],
    ids=["plain", "half to even, saturated", "subnormal saturates", "infinite", "nan"],
)
def test_quantised_blocks(values: list[float], scale: int, codes: list[int]) -> None:
    elements, scales = blocks.quantise(np.array(values, dtype=np.float32))
    assert (elements.tolist(), scales.tolist()) == (codes, [scale])


def test_quantising_keeps_three_mantissa_bits() -> None:
    values = np.random.default_rng(10).normal(size=(64, 256)).astype(np.float32)
    found = blocks.dequantise(*blocks.quantise(values))
    largest = np.abs(values).reshape(64, -1, 8).max(axis=2).repeat(8, axis=1)
    normal = np.abs(values) >= largest * 2**-5
    assert (np.abs(found - values)[normal] <= np.abs(values)[normal] * 0.125).all()
    assert np.sqrt(np.square(found - values).mean()) < 0.05
    again = blocks.dequantise(*blocks.quantise(found))
    assert np.sqrt(np.square(again - found).mean()) == 0


def hbm(seed: int) -> blocks.Bytes:
    """128 KiB of any bytes: every element code and every scale, also the odd ones."""
    return np.random.default_rng(seed).integers(0, 256, 131_072).astype(np.uint8)


# elements, scales, step, row length; the last two scale addresses run into the end of a block
LAYOUTS = [
    (0, 65_536, 64, 64),
    (128, 65_544, 256, 64),
    (0, 65_536, 128, 128),
    (64, 65_596, 64, 64),
    (0, 65_599, 512, 256),
    (0, 65_536, 0, 64),
]


@pytest.mark.parametrize(("elements", "scales", "step", "n"), LAYOUTS)
def test_fetches_agree(elements: int, scales: int, step: int, n: int) -> None:
    for seed in range(5):
        memory = hbm(seed)
        vector, matrix = np.zeros(8 * n, dtype=np.uint16), np.zeros(n * n, dtype=np.float32)
        agree(blocks.fetch_rows, vector, memory, n, elements, scales, step, 4, n)
        agree(blocks.fetch_tile, matrix, memory, 0, elements, scales, step, n, n)


@pytest.mark.parametrize(("elements", "scales", "step", "n"), LAYOUTS)
def test_stores_agree(elements: int, scales: int, step: int, n: int) -> None:
    for seed in range(20):
        vector = bf16_rows(seed, 8 * n, special=0.01 * (seed % 3))
        agree(blocks.store_rows, hbm(seed), vector, n, elements, scales, step, 4, n, seed % 2)


def test_store_equals_the_host_quantiser_on_awkward_blocks() -> None:
    vector = (awkward_blocks().ravel()[: 39 * 512].view(np.uint32) >> 16).astype(np.uint16)
    memory = np.zeros(32_768, dtype=np.uint8)
    agree(blocks.store_rows, memory, vector, 0, 0, 20_480, 64, 39 * 8, 64, 0)
    elements, scales = blocks.quantise(bf16_to_f32(vector))
    np.testing.assert_array_equal(memory[: len(elements)], elements)
    np.testing.assert_array_equal(memory[20_480 : 20_480 + len(scales)], scales)


def test_what_was_stored_is_fetched() -> None:
    vector = bf16_rows(12, 512, special=0.0)
    memory, tile = np.zeros(8192, dtype=np.uint8), np.zeros(256, dtype=np.float32)
    blocks.store_rows(memory, vector, 0, 256, 4096 + 32, 256, 4, 64, 0)
    blocks.fetch_tile(tile, memory, 0, 256, 4096 + 32, 256, 4, 64)
    expected = blocks.dequantise(*blocks.quantise(bf16_to_f32(vector[:256])))
    np.testing.assert_array_equal(tile, expected)


def test_scales_past_their_block_are_zero() -> None:
    memory = np.zeros(256, dtype=np.uint8)
    memory[:64], memory[124:132] = 0x38, 127
    tile = np.zeros(64, dtype=np.float32)
    blocks.fetch_tile(tile, memory, 0, 0, 124, 64, 1, 64)
    np.testing.assert_array_equal(tile, np.repeat([1.0, 0.0], 32))


def test_one_read_fetches_all_scales_of_a_row() -> None:
    memory = np.zeros(512, dtype=np.uint8)
    memory[:256], memory[304:336] = 0x38, 127  # 16 of 32 scale bytes lie below 320
    tile = np.zeros(256, dtype=np.float32)
    agree(blocks.fetch_tile, tile, memory, 0, 0, 304, 256, 1, 256)
    np.testing.assert_array_equal(tile, np.repeat([1.0, 0.0], 128))


@pytest.mark.parametrize(("scales", "n"), [(316, 64), (304, 256)])
def test_a_store_writes_scales_past_the_block(scales: int, n: int) -> None:
    memory, vector = np.zeros(512, dtype=np.uint8), np.full(n, 0x3F80, dtype=np.uint16)
    agree(blocks.store_rows, memory, vector, 0, 0, scales, n, 1, n, 0)
    assert (memory[scales : scales + n // 8] == 127).all()
    assert not memory[scales + n // 8 :].any()
