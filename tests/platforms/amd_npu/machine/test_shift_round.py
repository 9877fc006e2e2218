"""SRS, UPS, pack and unpack: every mode against exact fractions, and C against the oracle."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor

import numpy as np
import numpy.typing as npt
import pytest

from kernelcraft.platforms.amd_npu.machine.arithmetic import shift_round
from kernelcraft.platforms.amd_npu.machine.arithmetic.lanes import REFUSED
from kernelcraft.platforms.amd_npu.machine.arithmetic.rounding import RULES
from kernelcraft.sim.machine import Array
from tests.platforms.amd_npu.machine.compiled import ACC1, BYTES, DST, A, agree, get, put

HALF = Fraction(1, 2)


def nearest(value: Fraction, choose: Callable[[int], int]) -> int:
    """The nearest integer; of the two around a half, `choose` of the lower one."""
    low = floor(value)
    if value - low == HALF:
        return choose(low)
    return low + (value - low > HALF)


# The meanings of crRnd, each in its own words.
MEANINGS: dict[int, Callable[[Fraction], int]] = {
    0: floor,
    1: ceil,
    2: int,
    3: lambda value: ceil(value) if value > 0 else floor(value),
    8: lambda value: ceil(value - HALF),
    9: lambda value: floor(value + HALF),
    10: lambda value: ceil(value - HALF) if value > 0 else floor(value + HALF),
    11: lambda value: floor(value + HALF) if value > 0 else ceil(value - HALF),
    12: round,
    13: lambda value: nearest(value, lambda low: low if low % 2 else low + 1),
}
CODES = sorted(MEANINGS)


def bounded(value: int, bits: int, saturation: int, sign: int) -> int:
    """What fits into `bits` bits, as a pattern."""
    top = 2 ** (bits - sign) - 1
    low = (-top if saturation == 3 else -top - 1) if sign else 0
    fit = max(low, min(top, value)) if saturation else value
    return int(fit % 2**bits)


def interesting(seed: int, bits: int, shift: int, count: int) -> list[int]:
    """Numbers of `bits` bits: many are near halves of 2^shift, some are extreme."""
    random = np.random.default_rng(seed)
    low, top = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    values = [low, low + 1, top, 0, -1, 1]
    while len(values) < count:
        wide = int(random.integers(-300, 300)) << shift
        near = wide + (1 << shift >> 1) * int(random.integers(-1, 2)) + int(random.integers(-1, 2))
        values.append(int(random.integers(low, top)) if random.random() < 0.3 else near)
    return [value if low <= value <= top else value % top for value in values]


@pytest.mark.parametrize("saturation", [0, 1, 3])
@pytest.mark.parametrize("sign", [0, 1])
@pytest.mark.parametrize("rounding", CODES)
@pytest.mark.parametrize(("wide", "narrow"), [(32, 8), (32, 16), (64, 16), (64, 32)])
def test_srs(wide: int, narrow: int, rounding: int, sign: int, saturation: int) -> None:
    count = 1024 // wide
    for shift in [0, 1, 2, 7, 15, 31, 32, 40, 62, 63]:
        values = interesting(shift, wide, shift, count)
        lanes = np.zeros(BYTES, dtype=np.uint8)
        put(lanes, ACC1, np.array(values, dtype=[np.int32, np.int64][wide == 64]))
        arguments = (DST, ACC1, count, wide, narrow, shift, rounding, saturation, sign)
        assert agree(shift_round.srs, lanes, *arguments) == 0
        wanted = [MEANINGS[rounding](Fraction(value, 2**shift)) for value in values]
        found = get(lanes, DST, count, UNSIGNED[narrow])
        assert found.tolist() == [bounded(value, narrow, saturation, sign) for value in wanted]


UNSIGNED: dict[int, type[np.generic]] = {
    8: np.uint8,
    16: np.uint16,
    32: np.uint32,
    64: np.uint64,
}
SIGNED: dict[int, type[np.generic]] = {8: np.int8, 16: np.int16, 32: np.int32}


def test_every_code_of_the_manual_is_there() -> None:
    assert list(RULES) == CODES == [0, 1, 2, 3, 8, 9, 10, 11, 12, 13]


@pytest.mark.parametrize(
    ("rounding", "results"),
    [  # of -2.5, -1.5, -0.75, -0.5, 0.5, 0.75, 1.5, 2.5
        (0, [-3, -2, -1, -1, 0, 0, 1, 2]),
        (1, [-2, -1, 0, 0, 1, 1, 2, 3]),
        (2, [-2, -1, 0, 0, 0, 0, 1, 2]),
        (3, [-3, -2, -1, -1, 1, 1, 2, 3]),
        (8, [-3, -2, -1, -1, 0, 1, 1, 2]),
        (9, [-2, -1, -1, 0, 1, 1, 2, 3]),
        (10, [-2, -1, -1, 0, 0, 1, 1, 2]),
        (11, [-3, -2, -1, -1, 1, 1, 2, 3]),
        (12, [-2, -2, -1, 0, 0, 1, 2, 2]),
        (13, [-3, -1, -1, -1, 1, 1, 1, 3]),
    ],
)
def test_rounding_by_hand(rounding: int, results: list[int]) -> None:
    lanes = np.zeros(BYTES, dtype=np.uint8)
    put(lanes, ACC1, np.array([-10, -6, -3, -2, 2, 3, 6, 10], dtype=np.int32))
    shift_round.srs(lanes, DST, ACC1, 32, 32, 16, 2, rounding, 1, 1)
    assert get(lanes, DST, 8, np.int16).tolist() == results


@pytest.mark.parametrize(
    ("saturation", "sign", "result"),
    [(0, 1, -128), (1, 1, 127), (3, 1, 127), (0, 0, 128), (1, 0, 128)],
)
def test_saturation_by_hand(saturation: int, sign: int, result: int) -> None:
    lanes = np.zeros(BYTES, dtype=np.uint8)
    put(lanes, ACC1, np.array([128, -128, -1], dtype=np.int32))
    shift_round.srs(lanes, DST, ACC1, 32, 32, 8, 0, 12, saturation, sign)
    found = get(lanes, DST, 3, np.int8 if sign else np.uint8)
    assert found[0] == result
    if sign:
        assert found[1] == (-127 if saturation == 3 else -128)
    else:
        assert found[2] == (0 if saturation else 255)


@pytest.mark.parametrize("code", [4, 5, 6, 7, 14, 15, 16, -1])
def test_undefined_codes_are_refused(code: int) -> None:
    lanes = np.zeros(BYTES, dtype=np.uint8)
    assert agree(shift_round.srs, lanes, DST, ACC1, 32, 32, 8, 0, code, 1, 1) == REFUSED
    assert agree(shift_round.srs, lanes, DST, ACC1, 32, 32, 8, 0, 12, 2, 1) == REFUSED
    assert agree(shift_round.ups, lanes, DST, A, 32, 8, 32, 0, 2, 1) == REFUSED
    assert agree(shift_round.pack, lanes, DST, A, 8, 2, 1) == REFUSED


@pytest.mark.parametrize("saturation", [0, 1, 3])
@pytest.mark.parametrize("sign", [0, 1])
@pytest.mark.parametrize(("narrow", "wide"), [(8, 32), (16, 32), (16, 64), (32, 64)])
def test_ups(narrow: int, wide: int, sign: int, saturation: int) -> None:
    count = 1024 // wide
    for shift in [0, 1, 7, 15, 16, 17, 23, 24, 31, 32, 33, 48, 63]:
        lanes = np.zeros(BYTES, dtype=np.uint8)
        signed = np.array(interesting(shift, narrow, 3, count), dtype=SIGNED[narrow])
        put(lanes, A, signed)
        source = get(lanes, A, count, SIGNED[narrow] if sign else UNSIGNED[narrow])
        agree(shift_round.ups, lanes, DST, A, count, narrow, wide, shift, saturation, sign)
        found = get(lanes, DST, count, UNSIGNED[wide]).tolist()
        wanted = [value << shift for value in source.tolist()]
        assert found == [bounded(value, wide, saturation, 1) for value in wanted]


@pytest.mark.parametrize(("narrow", "wide"), [(8, 32), (16, 32), (16, 64), (32, 64)])
@pytest.mark.parametrize("rounding", CODES)
def test_srs_undoes_ups(narrow: int, wide: int, rounding: int) -> None:
    count = 1024 // wide
    lanes = np.random.default_rng(2).integers(0, 256, BYTES).astype(np.uint8)
    source = get(lanes, A, count, UNSIGNED[narrow])
    for sign in (0, 1):
        shift_round.ups(lanes, ACC1, A, count, narrow, wide, wide - narrow - 1, 1, sign)
        shift_round.srs(lanes, DST, ACC1, count, wide, narrow, wide - narrow - 1, rounding, 1, sign)
        np.testing.assert_array_equal(get(lanes, DST, count, UNSIGNED[narrow]), source)


def nibbles(packed: npt.NDArray[np.uint8], *, signed: bool) -> list[int]:
    values = [nibble for byte in packed.tolist() for nibble in (byte % 16, byte // 16)]
    return [value - 16 if signed and value > 7 else value for value in values]


@pytest.mark.parametrize("sign", [0, 1])
def test_unpack_widens_and_pack_narrows(sign: int) -> None:
    for seed in range(10):
        lanes = np.random.default_rng(seed).integers(0, 256, BYTES).astype(np.uint8)
        source = lanes[A : A + 32].copy()
        for narrow in (4, 8):
            agree(shift_round.unpack, lanes, DST, A, narrow, sign)
            wide = get(lanes, DST, 256 // narrow, np.int8 if narrow == 4 else np.int16).tolist()
            eight: Array = source.view(np.int8) if sign else source
            assert wide == (nibbles(source, signed=bool(sign)) if narrow == 4 else eight.tolist())
            for saturation in (0, 1):
                assert agree(shift_round.pack, lanes, ACC1, DST, narrow, saturation, sign) == 0
                np.testing.assert_array_equal(lanes[ACC1 : ACC1 + 32], source)


@pytest.mark.parametrize("saturation", [0, 1, 3])
@pytest.mark.parametrize("sign", [0, 1])
def test_pack_saturates_as_crsat_says(sign: int, saturation: int) -> None:
    for seed in range(10):
        lanes = np.random.default_rng(seed).integers(0, 256, BYTES).astype(np.uint8)
        agree(shift_round.pack, lanes, DST, A, 4, saturation, sign)
        agree(shift_round.pack, lanes, DST, A, 8, saturation, sign)
        source = get(lanes, A, 32, np.int16 if sign else np.uint16).tolist()
        found = get(lanes, DST, 32, np.uint8).tolist()
        assert found == [bounded(value, 8, saturation, sign) for value in source]
