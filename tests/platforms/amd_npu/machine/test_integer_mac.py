"""Integer MACs: C equals the oracle, and both equal numpy's matrix product in every mode."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from kernelcraft.platforms.amd_npu.machine.arithmetic import integer_mac as mac
from kernelcraft.platforms.amd_npu.machine.arithmetic import words
from kernelcraft.platforms.amd_npu.machine.arithmetic.lanes import REFUSED
from kernelcraft.sim.machine import Array
from tests.platforms.amd_npu.machine.compiled import (
    ACC1,
    ACC2,
    DST,
    A,
    B,
    agree,
    get,
    put,
    random_lanes,
)

MAC = words.FORMS["vmac"]
SIGNED = words.FIRST_SIGNED | words.SECOND_SIGNED
MODES = [776, 808, 784, 792, 824, 786, 818, 794, 826, 770, 768]
Objects = npt.NDArray[np.object_]
WIDTHS = {8: "1", 16: "2", 32: "4", 64: "8"}


@pytest.mark.parametrize("form", sorted(set(words.FORMS.values())))
@pytest.mark.parametrize("mode", MODES)
def test_macs_agree(mode: int, form: int) -> None:
    for seed, signs in enumerate([0, words.FIRST_SIGNED, words.SECOND_SIGNED, SIGNED] * 2):
        lanes = random_lanes(seed)
        for extra in (0, words.ZERO, words.NEGATIONS):
            config = mode & words.MODE | signs | extra
            assert agree(mac.integer_mac, lanes, DST, ACC1, A, B, config, form) == 0
            assert agree(mac.integer_mac2, lanes, DST, ACC1, ACC2, A, B, config, form) == 0
            assert agree(mac.integer_add, lanes, DST, ACC1, ACC2, config, form) == 0
            assert agree(mac.integer_neg, lanes, DST, ACC1, config, form) == 0


def elements(lanes: Array, start: int, count: int, bits: int, *, signed: bool) -> Objects:
    """Integers of a vector as Python ints; the even int4 elements are the low nibbles."""
    if bits == 4:
        packed = get(lanes, start, count // 2, np.uint8).tolist()
        nibbles = [nibble for byte in packed for nibble in (byte % 16, byte // 16)]
        return np.array([n - 16 if signed and n > 7 else n for n in nibbles], dtype=object)
    dtype = np.dtype(("i" if signed else "u") + WIDTHS[bits])
    return get(lanes, start, count, dtype.type).astype(object)


@pytest.mark.parametrize("signs", [0, words.FIRST_SIGNED, words.SECOND_SIGNED, SIGNED])
@pytest.mark.parametrize("word", MODES)
def test_every_mode_is_the_product_of_the_sheet(word: int, signs: int) -> None:
    mode = words.INTEGER_MODES[word & words.MODE]
    for seed in range(5):
        lanes = random_lanes(seed)
        a = elements(lanes, A, 512 // mode.first, mode.first, signed=bool(signs & 1 << 9))
        b = elements(lanes, B, 512 // mode.second, mode.second, signed=bool(signs & 1 << 8))
        acc = elements(lanes, ACC1, mode.lanes, mode.accumulator, signed=True)
        if mode.elementwise:
            used = mode.depth * mode.columns
            wanted = (a[:used] * b[:used]).reshape(mode.depth, -1).sum(axis=0)
        else:
            left = a[: mode.rows * mode.depth].reshape(mode.rows, mode.depth)
            right = b[: mode.depth * mode.columns].reshape(mode.depth, mode.columns)
            wanted = (left @ right).ravel()
        mac.integer_mac(lanes, DST, ACC1, A, B, word & words.MODE | signs, MAC)
        found = elements(lanes, DST, mode.lanes, mode.accumulator, signed=False)
        np.testing.assert_array_equal(found, (acc + wanted) % 2**mode.accumulator)


def test_every_mode_fills_the_accumulator() -> None:
    for mode in words.INTEGER_MODES.values():
        assert mode.lanes * mode.accumulator == 1024


def test_config_776_is_a_4x8_times_8x8_product() -> None:
    random = np.random.default_rng(3)
    a = random.integers(-128, 128, (4, 8)).astype(np.int8)
    b = random.integers(-128, 128, (8, 8)).astype(np.int8)
    c = random.integers(-(2**31), 2**31, (4, 8)).astype(np.int32)
    lanes = random_lanes(0)
    put(lanes, A, a)
    put(lanes, B, b)
    put(lanes, ACC1, c)
    product = a.astype(np.int64) @ b.astype(np.int64)
    sums = {"vmul": product, "vnegmul": -product, "vmac": c + product, "vmsc": c - product}
    sums |= {"vnegmac": -product - c, "vnegmsc": product - c}
    for name, wanted in sums.items():
        assert mac.integer_mac(lanes, DST, ACC1, A, B, 776, words.FORMS[name]) == 0
        found = get(lanes, DST, 32, np.int32).reshape(4, 8)
        np.testing.assert_array_equal(found, wanted.astype(np.int32), name)


def test_two_accumulators() -> None:
    lanes = random_lanes(0)
    one, two = np.arange(32, dtype=np.int32), np.full(32, 1000, dtype=np.int32)
    put(lanes, ACC1, one)
    put(lanes, ACC2, two)
    put(lanes, A, np.full(32, 3, dtype=np.int16))
    put(lanes, B, np.full(32, 5, dtype=np.int16))
    sums = {"vaddmac": one + two + 15, "vaddmsc": one + two - 15}
    sums |= {"vsubmac": one - two + 15, "vsubmsc": one - two - 15}
    for name, wanted in sums.items():
        mac.integer_mac2(lanes, DST, ACC1, ACC2, A, B, 824, words.FORMS[name])
        np.testing.assert_array_equal(get(lanes, DST, 32, np.int32), wanted, name)
    sums = {"vadd": one + two, "vsub": one - two, "vnegadd": -one - two, "vnegsub": two - one}
    for name, wanted in sums.items():
        mac.integer_add(lanes, DST, ACC1, ACC2, 0, words.FORMS[name])
        np.testing.assert_array_equal(get(lanes, DST, 32, np.int32), wanted, name)


def test_acc64_carries_into_the_upper_half() -> None:
    lanes = random_lanes(0)
    put(lanes, ACC1, np.full(16, 0xFFFFFFFF, dtype=np.int64))
    put(lanes, ACC2, np.ones(16, dtype=np.int64))
    mac.integer_add(lanes, DST, ACC1, ACC2, words.ACC64, words.FORMS["vadd"])
    np.testing.assert_array_equal(get(lanes, DST, 16, np.int64), 2**32)
    mac.integer_neg(lanes, DST, ACC2, words.ACC64, words.FORMS["vneg"])
    np.testing.assert_array_equal(get(lanes, DST, 16, np.int64), -1)


@pytest.mark.parametrize("config", [840, 872, 28, 60, 776 | 1 << 10, 776 | 1 << 14, 776 | 1 << 16])
def test_other_configurations_are_refused(config: int) -> None:
    lanes = random_lanes(0)
    before = lanes.copy()
    assert agree(mac.integer_mac, lanes, DST, ACC1, A, B, config, MAC) == REFUSED
    assert agree(mac.integer_mac2, lanes, DST, ACC1, ACC2, A, B, config, MAC) == REFUSED
    np.testing.assert_array_equal(lanes, before)
