"""Parallel lookup: 16 lanes of a doubled table, put together as mlir-aie's exponential does it."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcraft.platforms.amd_npu.machine.arithmetic import lookup, shuffle
from kernelcraft.platforms.amd_npu.machine.arithmetic.shuffle import MODES
from kernelcraft.sim.machine import Array
from tests.platforms.amd_npu.machine.compiled import DST, A, B, agree, get, put, random_lanes

FIRST, SECOND = 0x1000, 0x5000  # the copies of a table, in two banks
UNSIGNED: dict[int, type[np.generic]] = {16: np.uint16, 32: np.uint32, 64: np.uint64}


def doubled(table: Array) -> Array:
    """Each 16 bytes twice in a row."""
    rows = np.ascontiguousarray(table).view(np.uint8).reshape(-1, 16)
    return np.repeat(rows, 2, axis=0).ravel()


def memory_with(table: Array) -> Array:
    memory = np.zeros(0x8000, dtype=np.uint8)
    for start in (FIRST, SECOND):
        put(memory, start, doubled(table))
    return memory


def look_up(memory: Array, indices: Array, bits: int) -> Array:
    """Four loads of four lanes: 128 bytes, 8 for each of 16 lanes."""
    lanes = random_lanes(0)
    bases = np.where(np.arange(16) & 2, SECOND, FIRST)  # the selector 0xCCCC
    put(lanes, A, (bases + indices * (bits // 4)).astype(np.uint32))
    for load in range(4):
        for slot in range(4):
            half, lane = load // 2, load % 2 * 4 + slot
            start = agree(lookup.lookup_address, lanes, A + 32 * half, lane, bits)
            agree(lookup.lookup_entry, lanes, memory, DST + 32 * load, slot, start, bits)
    return lanes[DST : DST + 128].copy()


@pytest.mark.parametrize("bits", [16, 32, 64])
def test_sixteen_lanes_of_a_table(bits: int) -> None:
    random = np.random.default_rng(bits)
    table = random.integers(0, 1 << 63, 2048 // bits * 8, dtype=np.uint64).astype(UNSIGNED[bits])
    indices = random.integers(0, len(table), 16)
    found = look_up(memory_with(table), indices, bits)
    entries = np.ascontiguousarray(found.reshape(16, 8)[:, : bits // 8]).view(UNSIGNED[bits])
    np.testing.assert_array_equal(entries.ravel(), table[indices])
    assert (found.reshape(16, 8)[:, bits // 8 :] == lookup.UNKNOWN).all()


def test_a_shuffle_removes_what_is_unknown() -> None:
    table = np.arange(1000, 1256, dtype=np.uint16)
    indices = np.arange(16) * 15 + 3
    lanes = random_lanes(1)
    found = look_up(memory_with(table), indices, 16)
    put(lanes, A, found[:64])
    put(lanes, B, found[64:])
    shuffle.vshuffle(lanes, DST, A, B, MODES["T16_16x4_lo"])
    np.testing.assert_array_equal(get(lanes, DST, 16, np.uint16), table[indices])


def test_neighbouring_lanes_use_different_halves_of_a_line() -> None:
    lanes = random_lanes(2)
    put(lanes, A, np.full(8, FIRST + 4 * 9 + 3, dtype=np.uint32))  # entry 9 of 16 bits; 3 is cut
    starts = [agree(lookup.lookup_address, lanes, A, lane, 16) for lane in range(8)]
    assert starts == [FIRST + 32 + 2, FIRST + 32 + 16 + 2] * 4
    put(lanes, A, np.full(8, 0xFFF00040, dtype=np.uint32))  # addresses have 20 bits
    assert agree(lookup.lookup_address, lanes, A, 0, 64) == 0x40
