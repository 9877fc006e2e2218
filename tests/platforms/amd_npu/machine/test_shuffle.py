"""Shuffles and lane moves: numpy's transposition, aie_api's compositions, and identities."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcraft.platforms.amd_npu.machine.arithmetic import shuffle
from kernelcraft.platforms.amd_npu.machine.arithmetic.lanes import REFUSED
from kernelcraft.platforms.amd_npu.machine.arithmetic.shuffle import MODES
from kernelcraft.sim.machine import Array
from tests.platforms.amd_npu.machine.compiled import DST, A, B, agree, get, put, random_lanes

UNSIGNED: dict[int, type[np.generic]] = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}


def shuffled(x: Array, y: Array, mode: str) -> Array:
    """The 64 bytes that a mode gives for two vectors of 64 bytes."""
    lanes = random_lanes(0)
    put(lanes, A, x)
    put(lanes, B, y)
    assert agree(shuffle.vshuffle, lanes, DST, A, B, MODES[mode]) == 0
    return lanes[DST : DST + 64].copy()


def vector(seed: int) -> Array:
    return np.random.default_rng(seed).integers(0, 256, 64).astype(np.uint8)


def transposed(data: Array, bits: int, rows: int, columns: int) -> Array:
    """Bytes of a matrix, transposed by numpy."""
    matrix = data.reshape(rows, columns, bits // 8)
    return np.ascontiguousarray(matrix.transpose(1, 0, 2)).reshape(-1)


def test_the_values_of_the_sheet() -> None:
    values = {"T8_64x2_lo": 0, "T16_32x2_hi": 3, "T128_2x4_lo": 12, "T8_2x64_hi": 21}
    values |= {"T512_1x2_lo": 22, "T16_16x4_lo": 24, "T16_4x16_hi": 27, "T16_8x4": 28}
    values |= {"T16_4x8": 29, "T32_8x4_lo": 30, "T32_4x8_hi": 33, "T32_4x4": 34, "T8_8x8": 35}
    values |= {"T8_16x4": 36, "T8_4x16": 37, "T16_1x2_flip": 38, "T16_4x4": 39, "T16_4x2": 40}
    values |= {"T16_2x4": 41, "T16_8x2": 42, "T16_2x8": 43, "T16_16x2": 44, "T16_2x16": 45}
    values |= {"T8_8x4": 46, "T8_4x8": 47}
    assert {name: MODES[name] for name in values} == values
    assert sorted(MODES.values()) == list(range(48))


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_transposes(mode: str) -> None:
    bits, rows, columns = shuffle._shape(mode)
    size = bits * rows * columns // 8
    x, y = vector(1), vector(2)
    found = shuffled(x, y, mode)
    if mode.endswith("flip"):
        np.testing.assert_array_equal(
            found.view(np.uint32), x.view(np.uint32) << 16 | x.view(np.uint32) >> 16
        )
    elif size == 128:
        whole = transposed(np.concatenate([x, y]), bits, rows, columns)
        np.testing.assert_array_equal(found, whole[64:] if mode.endswith("hi") else whole[:64])
    else:
        blocks = [transposed(block, bits, rows, columns) for block in x.reshape(-1, size)]
        np.testing.assert_array_equal(found, np.concatenate(blocks))


def test_every_mode_is_a_permutation_of_what_it_reads() -> None:
    table = shuffle.source_bytes()
    for mode, value in MODES.items():
        if mode.endswith("_lo"):
            both = np.concatenate([table[value], table[value + 1]])
            np.testing.assert_array_equal(np.sort(both), np.arange(128))
        elif not mode.endswith("_hi"):
            np.testing.assert_array_equal(np.sort(table[value]), np.arange(64))


def test_inverse_modes_are_identities() -> None:
    x, y = vector(1), vector(2)
    for mode in MODES:
        bits, rows, columns = shuffle._shape(mode)
        if mode.endswith("_lo"):
            low, high = shuffled(x, y, mode), shuffled(x, y, mode[:-2] + "hi")
            back = f"T{bits}_{columns}x{rows}" if mode != "T512_1x2_lo" else "T512_1x2"
            np.testing.assert_array_equal(shuffled(low, high, f"{back}_lo"), x, mode)
            np.testing.assert_array_equal(shuffled(low, high, f"{back}_hi"), y, mode)
        elif not mode.endswith("_hi"):
            back = mode if mode.endswith("flip") else f"T{bits}_{columns}x{rows}"
            np.testing.assert_array_equal(shuffled(shuffled(x, y, mode), y, back), x, mode)


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_the_x2_family_deinterleaves_and_the_2x_family_interleaves(bits: int) -> None:
    count = 512 // bits
    x, y = (
        np.arange(count).astype(UNSIGNED[bits]),
        np.arange(count, 2 * count).astype(UNSIGNED[bits]),
    )
    even = shuffled(x.view(np.uint8), y.view(np.uint8), f"T{bits}_{count}x2_lo")
    odd = shuffled(x.view(np.uint8), y.view(np.uint8), f"T{bits}_{count}x2_hi")
    np.testing.assert_array_equal(even.view(UNSIGNED[bits]), np.arange(0, 2 * count, 2))
    np.testing.assert_array_equal(odd.view(UNSIGNED[bits]), np.arange(1, 2 * count, 2))
    low = shuffled(x.view(np.uint8), y.view(np.uint8), f"T{bits}_2x{count}_lo")
    wanted = np.stack([x, y], axis=1).ravel()[:count]
    np.testing.assert_array_equal(low.view(UNSIGNED[bits]), wanted)


# Transpositions that aie_api (aie2/transpose.hpp) makes of modes: bits, elements, rows, modes.
# They hold only if RxC is the shape before, and if small matrices repeat over the vector.
COMPOSED = [
    (8, 64, 2, "T8_16x4 T8_8x8"),
    (8, 64, 32, "T8_8x8 T8_4x16"),
    (8, 32, 2, "T8_8x4 T8_8x4"),
    (8, 32, 4, "T8_4x8"),
    (8, 32, 16, "T8_4x8 T8_4x8"),
    (8, 16, 2, "T8_8x8 T16_8x4"),
    (8, 16, 4, "T32_4x4 T8_4x16"),
    (8, 16, 8, "T16_4x8 T8_8x8"),
    (16, 32, 4, "T16_4x8"),
    (16, 32, 8, "T16_8x4"),
    (16, 16, 2, "T16_2x8"),
    (16, 16, 8, "T16_8x2"),
    (16, 8, 2, "T16_2x4"),
    (16, 8, 4, "T16_4x2"),
    (32, 16, 2, "T16_8x2 T16_4x8"),
    (32, 16, 8, "T16_8x4 T16_2x8"),
    (32, 8, 2, "T16_4x2 T16_4x4"),
    (32, 8, 4, "T16_4x4 T16_2x4"),
    (32, 4, 2, "T16_8x4 T16_8x2 T16_8x4"),
]
COMPOSED_PAIRS = [
    (16, 64, 4, "T16_4x16"),
    (16, 64, 8, "T32_8x4 T16_8x2"),
    (16, 64, 16, "T16_16x4"),
    (32, 32, 4, "T32_4x8"),
    (64, 16, 2, "T64_2x8"),
    (64, 16, 4, "T16_4x16 T16_4x4"),
]


@pytest.mark.parametrize(("bits", "count", "rows", "modes"), COMPOSED)
def test_compositions_of_one_vector(bits: int, count: int, rows: int, modes: str) -> None:
    x, size = vector(3), bits // 8 * count
    result = x
    for mode in modes.split():
        result = shuffled(result, vector(4), mode)
    wanted = transposed(x[:size], bits, rows, count // rows)
    np.testing.assert_array_equal(result[:size], wanted)


@pytest.mark.parametrize(("bits", "count", "rows", "modes"), COMPOSED_PAIRS)
def test_compositions_of_two_vectors(bits: int, count: int, rows: int, modes: str) -> None:
    x, y = vector(3), vector(4)
    first, *rest = modes.split()
    halves = [shuffled(x, y, f"{first}_lo"), shuffled(x, y, f"{first}_hi")]
    for mode in rest:
        halves = [shuffled(half, half, mode) for half in halves]
    wanted = transposed(np.concatenate([x, y]), bits, rows, count // rows)
    np.testing.assert_array_equal(np.concatenate(halves), wanted)


@pytest.mark.parametrize("mode", [-1, 48, 100])
def test_other_modes_are_refused(mode: int) -> None:
    assert agree(shuffle.vshuffle, random_lanes(0), DST, A, B, mode) == REFUSED


def test_shifts_take_bytes_of_both_vectors() -> None:
    lanes = random_lanes(1)
    both = np.concatenate([lanes[A : A + 64], lanes[B : B + 64]])
    for amount in range(64):
        assert agree(shuffle.vshift, lanes, DST, A, B, amount) == 0
        np.testing.assert_array_equal(lanes[DST : DST + 64], both[amount : amount + 64])
        assert agree(shuffle.vshift_align, lanes, DST, A, B, 0, amount) == 0
        np.testing.assert_array_equal(lanes[DST : DST + 64], both[amount : amount + 64])
    assert agree(shuffle.vshift, lanes, DST, A, B, 64) == REFUSED
    assert agree(shuffle.vshift, lanes, DST, A, B, -1) == REFUSED
    assert agree(shuffle.vshift_align, lanes, DST, A, B, 1, 0) == REFUSED


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_lanes_in_and_out(bits: int) -> None:
    lanes, dtype, count = random_lanes(2), UNSIGNED[bits], 512 // bits
    source = get(lanes, A, count, dtype)
    value = 0x8899AABBCCDDEEFF
    new = value % 2**bits
    agree(shuffle.vbcst, lanes, DST, value, bits)
    np.testing.assert_array_equal(get(lanes, DST, count, dtype), np.full(count, new, dtype))
    for index in [0, 1, count - 1, count + 1]:
        at = index % count
        agree(shuffle.vextbcst, lanes, DST, A, index, bits)
        np.testing.assert_array_equal(get(lanes, DST, count, dtype), source[at].repeat(count))
        agree(shuffle.vinsert, lanes, DST, A, index, value, bits)
        wanted = source.copy()
        wanted[at] = new
        np.testing.assert_array_equal(get(lanes, DST, count, dtype), wanted)
        pattern = int.from_bytes(source[at].tobytes(), "little")
        assert agree(shuffle.vextract, lanes, A, index, bits, 0) % 2**64 == pattern
        signed = pattern - 2**bits if pattern >> bits - 1 else pattern
        assert agree(shuffle.vextract, lanes, A, index, bits, 1) == signed


@pytest.mark.parametrize("bits", [8, 16, 32])
def test_pushing_in_all_elements_builds_a_vector(bits: int) -> None:
    count, dtype = 512 // bits, UNSIGNED[bits]
    lanes, wanted = random_lanes(3), get(random_lanes(4), A, count, dtype)
    numbers = [int.from_bytes(element.tobytes(), "little") for element in wanted]
    for number in numbers:
        agree(shuffle.vpush_hi, lanes, DST, A, number, bits)
        lanes[A : A + 64] = lanes[DST : DST + 64]
    np.testing.assert_array_equal(get(lanes, DST, count, dtype), wanted)
    for number in reversed(numbers):
        agree(shuffle.vpush_lo, lanes, DST, A, number, bits)
        lanes[A : A + 64] = lanes[DST : DST + 64]
    np.testing.assert_array_equal(get(lanes, DST, count, dtype), wanted)
