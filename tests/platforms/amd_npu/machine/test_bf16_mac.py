"""bf16 MACs: C equals the oracle, and the oracle equals a sum of exact fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pytest

from kernelcraft.platforms.amd_npu.machine.arithmetic import bf16_mac as mac
from kernelcraft.platforms.amd_npu.machine.arithmetic import words
from kernelcraft.platforms.amd_npu.machine.arithmetic.lanes import REFUSED
from kernelcraft.sim.machine import Array
from tests.platforms.amd_npu.machine.compiled import ACC1, ACC2, BYTES, DST, A, B, agree, get, put

MAC, MSC, MUL = (words.FORMS[name] for name in ("vmac", "vmsc", "vmul"))
INFINITY, NAN = 0x7F800000, 0x7FC00000


def bf16(values: npt.ArrayLike) -> Array:
    """Patterns of values that bf16 holds exactly."""
    bits = np.asarray(values, dtype=np.float32).view(np.uint32)
    assert not (bits & 0xFFFF).any()
    return (bits >> 16).astype(np.uint16)


def operands(seed: int, spread: int, special: float) -> npt.NDArray[np.uint8]:
    """Accumulators and vectors whose exponents differ by up to `spread`, some of any pattern."""
    random = np.random.default_rng(seed)
    words_ = random.integers(0, 1 << 32, BYTES // 4, dtype=np.uint64).astype(np.uint32)
    middle = int(random.integers(1 + spread // 2, 254 - spread // 2))
    exponents = random.integers(middle - spread // 2, middle + spread // 2 + 1, BYTES // 4)
    tame = (words_ & 0x807FFFFF) | exponents.astype(np.uint32) << 23
    chosen = np.where(random.random(BYTES // 4) < special, words_, tame)
    lanes = np.zeros(BYTES, dtype=np.uint8)
    put(lanes, 0, chosen)
    halves = (chosen >> 16).astype(np.uint16)
    put(lanes, A, halves[:32])
    put(lanes, B, halves[32:64])
    odd = np.array([0, 0x80000000, INFINITY, 0xFF800000, NAN, 1, 0x007FFFFF, 0x7F7FFFFF], np.uint32)
    if special:
        put(lanes, ACC1, odd)
        put(lanes, A, (odd >> 16).astype(np.uint16))
    return lanes


@pytest.mark.parametrize("form", sorted(set(words.FORMS.values())))
@pytest.mark.parametrize("config", [28, 29, 60, 61, 28 | 1 << 11, 60 | 7 << 11])
def test_macs_agree(config: int, form: int) -> None:
    for seed in range(40):
        lanes = operands(seed, spread=[2, 12, 30, 60][seed % 4], special=[0.0, 0.1][seed // 20])
        assert agree(mac.bf16_mac, lanes, DST, ACC1, A, B, config, form) == 0
        assert agree(mac.bf16_mac2, lanes, DST, ACC1, ACC2, A, B, config, form) == 0
        assert agree(mac.float_add, lanes, DST, ACC1, ACC2, config, form) == 0
        assert agree(mac.float_neg, lanes, DST, ACC1, config, form) == 0


def exact(pattern: int) -> Fraction:
    """The value of a normal float32 pattern, or 0 for zeros and denormals."""
    if not pattern & INFINITY:
        return Fraction(0)
    significand = (pattern & 0x7FFFFF) | 0x800000
    magnitude = Fraction(significand) * Fraction(2) ** ((pattern >> 23 & 0xFF) - 150)
    return -magnitude if pattern >> 31 else magnitude


def exponent(value: Fraction) -> int:
    """The largest e with 2^e <= |value|, value != 0."""
    power = abs(value).numerator.bit_length() - abs(value).denominator.bit_length()
    return power if Fraction(2) ** power <= abs(value) else power - 1


def rounded(value: Fraction, unit: Fraction) -> Fraction:
    """To the nearest multiple of `unit`, ties to even: what Python's round of a Fraction gives."""
    return round(value / unit) * unit


def lane_sum(terms: list[Fraction]) -> Fraction:
    """Section 6.2 in fractions."""
    largest = max(terms, key=abs)
    if largest == 0:
        return Fraction(0)
    unit = Fraction(2) ** (exponent(largest) - 23)
    total = sum((rounded(term, unit) for term in terms), Fraction(0))
    if abs(total) < Fraction(2) ** -126:
        return Fraction(0)
    return rounded(total, Fraction(2) ** (exponent(total) - 23))


def expected_terms(lanes: Array, config: int, lane: int) -> list[Fraction]:
    a = [exact(int(bits) << 16) for bits in get(lanes, A, 32, np.uint16)]
    b = [exact(int(bits) << 16) for bits in get(lanes, B, 32, np.uint16)]
    accumulator = exact(int(get(lanes, ACC1, 16, np.uint32)[lane]))
    if config == 60:
        return [accumulator, a[lane] * b[lane], a[lane + 16] * b[lane + 16]]
    row, column = divmod(lane, 4)
    return [accumulator, *(a[8 * row + k] * b[4 * k + column] for k in range(8))]


@pytest.mark.parametrize("config", [28, 60])
@pytest.mark.parametrize("spread", [2, 12, 30])
def test_a_lane_is_an_aligned_sum_of_exact_products(config: int, spread: int) -> None:
    for seed in range(20):
        lanes = operands(seed, spread, special=0.0)
        wanted = [lane_sum(expected_terms(lanes, config, lane)) for lane in range(16)]
        mac.bf16_mac(lanes, DST, ACC1, A, B, config, MAC)
        found = get(lanes, DST, 16, np.uint32)
        for lane, value in enumerate(wanted):
            assert_pattern(int(found[lane]), value)


@pytest.mark.parametrize("spread", [2, 30])
def test_two_accumulators_are_terms_of_the_same_sum(spread: int) -> None:
    for seed in range(20):
        lanes = operands(seed, spread, special=0.0)
        first, second = (get(lanes, start, 16, np.uint32).tolist() for start in (ACC1, ACC2))
        mac.bf16_mac2(lanes, DST, ACC1, ACC2, A, B, 28, words.FORMS["vsubmac"])
        found = get(lanes, DST, 16, np.uint32).tolist()
        mac.float_add(lanes, DST, ACC1, ACC2, 28, words.FORMS["vadd"])
        added = get(lanes, DST, 16, np.uint32).tolist()
        for lane in range(16):
            terms = [*expected_terms(lanes, 28, lane), -exact(second[lane])]
            assert_pattern(found[lane], lane_sum(terms))
            assert_pattern(added[lane], lane_sum([exact(first[lane]), exact(second[lane])]))


def assert_pattern(pattern: int, value: Fraction) -> None:
    """The pattern is the value's, or infinity."""
    if abs(value) < 2**128:
        assert exact(pattern) == value
    else:
        assert pattern & 0x7FFFFFFF == INFINITY


def lanes_with(accumulator: npt.ArrayLike, a: npt.ArrayLike, b: npt.ArrayLike) -> Array:
    lanes = np.zeros(BYTES, dtype=np.uint8)
    put(lanes, ACC1, np.asarray(accumulator, dtype=np.float32))
    put(lanes, A, bf16(a))
    put(lanes, B, bf16(b))
    return lanes


def test_config_28_is_a_4x8_times_8x4_product() -> None:
    random = np.random.default_rng(1)
    a, b = random.integers(-9, 10, (4, 8)), random.integers(-9, 10, (8, 4))
    c = random.integers(-99, 100, (4, 4))
    lanes = lanes_with(c, a, b)
    for form, wanted in [(MAC, c + a @ b), (MSC, c - a @ b), (MUL, a @ b)]:
        mac.bf16_mac(lanes, DST, ACC1, A, B, 28, form)
        np.testing.assert_array_equal(get(lanes, DST, 16, np.float32).reshape(4, 4), wanted)


def test_config_60_adds_the_products_of_both_halves() -> None:
    a, b = np.arange(32), np.arange(32)[::-1]
    lanes = lanes_with(np.ones(16), a, b)
    mac.bf16_mac(lanes, DST, ACC1, A, B, 60, MAC)
    wanted = 1 + a[:16] * b[:16] + a[16:] * b[16:]
    np.testing.assert_array_equal(get(lanes, DST, 16, np.float32), wanted)


@pytest.mark.parametrize(
    ("products", "result"),
    [
        ([1, 1, 1], 2.0**24),  # each is half a unit of 2^24's grid, rounded to even: to 0
        ([3, 3, 3], 2.0**24 + 12),  # each is one and a half units, rounded to two
        ([-3, 1, 1, 1], 2.0**24 - 4),  # not the exact sum, which is 2^24
    ],
)
def test_the_sum_is_aligned_and_not_sequential(products: list[int], result: float) -> None:
    a, b = np.zeros((4, 8)), np.ones((8, 4))
    a[0, : len(products)] = products
    lanes = lanes_with([2.0**24] + [0.0] * 15, a, b)
    mac.bf16_mac(lanes, DST, ACC1, A, B, 28, MAC)
    assert get(lanes, DST, 1, np.float32)[0] == result


def one_lane(accumulator: int, a: int, b: int) -> int:
    """The pattern of accumulator + a * b, all patterns (float32, bf16, bf16)."""
    lanes = np.zeros(BYTES, dtype=np.uint8)
    put(lanes, ACC1, np.array([accumulator], dtype=np.uint32))
    put(lanes, A, np.array([a], dtype=np.uint16))
    put(lanes, B, np.array([b], dtype=np.uint16))
    assert agree(mac.bf16_mac, lanes, DST, ACC1, A, B, 60, MAC) == 0
    return int(get(lanes, DST, 1, np.uint32)[0])


@pytest.mark.parametrize(
    ("accumulator", "a", "b", "result"),
    [
        (0x3F800000, 0x007F, 0x7F00, 0x3F800000),  # a denormal factor counts as 0
        (0x007FFFFF, 0x0000, 0x3F80, 0x00000000),  # so does a denormal accumulator
        (0x80000000, 0x8000, 0x3F80, 0x00000000),  # sums of zeros are +0
        (0x00000000, 0x0080, 0x3F00, 0x00000000),  # 2^-127 is flushed
        (0x80800000, 0x0080, 0x4000, 0x00800000),  # 2 * 2^-126 - 2^-126
        (0x7F7FFFFF, 0x7F7F, 0x3F80, 0x7F800000),  # overflow
        (0xFF800000, 0x7F7F, 0x7F7F, 0xFF800000),  # -infinity stays
        (0xFF7FFFFF, 0x7F80, 0x3F80, 0x7F800000),
        (0xFF800000, 0x7F80, 0x3F80, 0x7FC00000),  # unlike infinities
        (0x00000000, 0x7F80, 0x0000, 0x7FC00000),  # infinity * 0
        (0x00000000, 0xFF80, 0x0001, 0x7FC00000),  # infinity * a denormal
        (0xFFFFFFFF, 0x3F80, 0x3F80, 0x7FC00000),  # any NaN
        (0xFF000000, 0x7F00, 0x4000, 0x7F000000),  # 2^128 - 2^127: no overflow on the way
    ],
)
def test_special_values(accumulator: int, a: int, b: int, result: int) -> None:
    assert one_lane(accumulator, a, b) == result


def test_zero_acc_drops_even_a_nan() -> None:
    lanes = lanes_with(np.full(16, np.nan), np.ones(32), np.ones(32))
    mac.bf16_mac(lanes, DST, ACC1, A, B, 61, MAC)
    np.testing.assert_array_equal(get(lanes, DST, 16, np.float32), 2.0)


@pytest.mark.parametrize("config", [0, 24, 27, 26, 92, 28 | 1 << 8, 28 | 1 << 10, 28 | 1 << 16, 30])
def test_other_configurations_are_refused(config: int) -> None:
    lanes = lanes_with(np.ones(16), np.ones(32), np.ones(32))
    before = lanes.copy()
    assert agree(mac.bf16_mac, lanes, DST, ACC1, A, B, config, MAC) == REFUSED
    assert agree(mac.bf16_mac2, lanes, DST, ACC1, ACC2, A, B, config, MAC) == REFUSED
    np.testing.assert_array_equal(lanes, before)


def test_float_accumulators_are_added_and_negated() -> None:
    lanes = np.zeros(BYTES, dtype=np.uint8)
    x, y = np.arange(16, dtype=np.float32), np.float32(0.5) * np.arange(16, dtype=np.float32)
    put(lanes, ACC1, x)
    put(lanes, ACC2, y)
    results = {"vadd": x + y, "vsub": x - y, "vnegadd": -x - y, "vnegsub": y - x}
    for name, wanted in results.items():
        assert mac.float_add(lanes, DST, ACC1, ACC2, 28, words.FORMS[name]) == 0
        np.testing.assert_array_equal(get(lanes, DST, 16, np.float32), wanted)
    assert mac.float_neg(lanes, DST, ACC1, 28, words.FORMS["vneg"]) == 0
    np.testing.assert_array_equal(get(lanes, DST, 16, np.float32), -x)
    assert mac.float_add(lanes, DST, ACC1, ACC2, 776, 0) == REFUSED
