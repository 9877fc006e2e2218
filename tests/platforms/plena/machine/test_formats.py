"""Number formats against ml_dtypes and numpy, and the C conversions and scalars against both."""

from __future__ import annotations

from collections.abc import Callable

import ml_dtypes
import numpy as np
import pytest

from kernelcraft.platforms.plena.machine import formats
from kernelcraft.platforms.plena.machine.formats import Bits16, Float32s
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import Routine
from tests.platforms.plena.machine.compiled import FP16_SPECIALS, agree, call, convert

ALL_CODES = np.arange(65_536, dtype=np.uint16)
TWO = [formats.fp16_add, formats.fp16_sub, formats.fp16_mul, formats.fp16_max]
ONE = [formats.fp16_exp, formats.fp16_reciprocal, formats.fp16_sqrt]


def floats(count: int = 400_000) -> Float32s:
    """float32 values of every kind: any pattern, ties of both formats, and their neighbours."""
    random = np.random.default_rng(1)
    words = random.integers(0, 2**32, count, dtype=np.uint32)
    bf16_ties = (ALL_CODES.astype(np.uint32) << 16) | 0x8000
    fp16_values = formats.fp16_to_f32(ALL_CODES)
    with np.errstate(all="ignore"):
        fp16_ties = ((fp16_values[:-1] + fp16_values[1:]) / 2).view(np.uint32)
    exact = fp16_values.view(np.uint32)
    near = np.concatenate([bf16_ties, fp16_ties, exact])
    return np.concatenate([words, near - 1, near, near + 1]).view(np.float32)


def matches(found: Array, expected: Array, values: Array, nan: int) -> None:
    """Equal patterns; where `values` is NaN, the one NaN."""
    np.testing.assert_array_equal(found, np.where(np.isnan(values), nan, expected))


def test_rounding_to_bf16_is_that_of_ml_dtypes() -> None:
    values = floats()
    with np.errstate(all="ignore"):
        expected = values.astype(ml_dtypes.bfloat16).view(np.uint16)
    matches(formats.f32_to_bf16(values), expected, values, formats.BF16_NAN)
    np.testing.assert_array_equal(
        formats.bf16_to_f32(ALL_CODES), ALL_CODES.view(ml_dtypes.bfloat16).astype(np.float32)
    )


@pytest.mark.parametrize(
    ("value", "bits"),
    [
        (1.0, 0x3C00),
        (1.0 + 2**-11, 0x3C00),  # a tie goes to the even neighbour
        (1.0 + 3 * 2**-11, 0x3C02),
        (2.0**-24, 0x0001),
        (2.0**-25, 0x0000),
        (-(2.0**-25), 0x8000),
        (65_519.0, 0x7BFF),
        (65_520.0, 0x7C00),
        (-np.inf, 0xFC00),
        (np.nan, 0x7E00),
    ],
)
def test_rounding_to_fp16(value: float, bits: int) -> None:
    assert int(formats.f32_to_fp16(np.array([value], dtype=np.float32))[0]) == bits


@pytest.mark.parametrize(
    ("name", "oracle"),
    [("f32_to_bf16", formats.f32_to_bf16), ("f32_to_fp16", formats.f32_to_fp16)],
)
def test_c_rounding_equals_the_oracle(name: str, oracle: Callable[[Float32s], Bits16]) -> None:
    values = floats()
    np.testing.assert_array_equal(convert(name, values, np.uint16), oracle(values))


@pytest.mark.parametrize(
    ("name", "oracle"),
    [("bf16_to_f32", formats.bf16_to_f32), ("fp16_to_f32", formats.fp16_to_f32)],
)
def test_c_widening_equals_the_oracle(name: str, oracle: Callable[[Array], Float32s]) -> None:
    found = convert(name, ALL_CODES, np.float32)
    np.testing.assert_array_equal(found.view(np.uint32), oracle(ALL_CODES).view(np.uint32))


@pytest.mark.parametrize("routine", ONE, ids=lambda r: r.name)
def test_unary_scalars_agree_on_every_pattern(routine: Routine[..., int]) -> None:
    assert [call(routine, code) for code in range(65_536)] == [
        routine.oracle(code) for code in range(65_536)
    ]


@pytest.mark.parametrize("routine", TWO, ids=lambda r: r.name)
def test_binary_scalars_agree(routine: Routine[..., int]) -> None:
    random = np.random.default_rng(2)
    pairs = random.integers(0, 65_536, (5_000, 2)).tolist()
    pairs += [[a, b] for a in FP16_SPECIALS for b in FP16_SPECIALS]
    for a, b in pairs:
        agree(routine, a, b)


@pytest.mark.parametrize(
    ("routine", "ufunc"),
    [(formats.fp16_add, np.add), (formats.fp16_sub, np.subtract), (formats.fp16_mul, np.multiply)],
    ids=lambda r: getattr(r, "name", ""),
)
def test_binary_scalars_round_the_exact_result_once(
    routine: Routine[..., int], ufunc: np.ufunc
) -> None:
    random = np.random.default_rng(3)
    codes = random.integers(0, 65_536, (5_000, 2)).astype(np.uint16)
    exact = codes.view(np.float16).astype(np.float64)  # 53 bits hold sums and products
    with np.errstate(all="ignore"):
        expected = ufunc(exact[:, 0], exact[:, 1]).astype(np.float16)
    found = np.array([routine.oracle(int(a), int(b)) for a, b in codes], dtype=np.uint16)
    matches(found, expected.view(np.uint16), expected, formats.FP16_NAN)


@pytest.mark.parametrize(
    ("routine", "function"),
    [(formats.fp16_reciprocal, np.reciprocal), (formats.fp16_sqrt, np.sqrt)],
    ids=lambda r: getattr(r, "name", ""),
)
def test_reciprocal_and_sqrt_are_correctly_rounded(
    routine: Routine[..., int], function: np.ufunc
) -> None:
    with np.errstate(all="ignore"):
        exact = function(ALL_CODES.view(np.float16).astype(np.float64))
        expected = exact.astype(np.float16)
    found = np.array([routine.oracle(code) for code in range(65_536)], dtype=np.uint16)
    matches(found, expected.view(np.uint16), expected, formats.FP16_NAN)


@pytest.mark.parametrize(
    ("a", "b", "largest"),
    [
        (0x3C00, 0x4000, 0x4000),
        (0xBC00, 0xC000, 0xBC00),
        (0x8000, 0x0000, 0x0000),  # +0 is above -0
        (0x8000, 0x8000, 0x8000),
        (0x7E00, 0x3C00, 0x7E00),  # NaN wins
        (0xFC00, 0x7C01, 0x7E00),
    ],
)
def test_max(a: int, b: int, largest: int) -> None:
    assert formats.fp16_max(a, b) == largest
    assert formats.fp16_max(b, a) == largest


@pytest.mark.parametrize(
    ("table", "code", "result"),
    [
        ("BF16_EXP", 0x0000, 0x3F80),  # exp(0) = 1
        ("BF16_EXP", 0xFF80, 0x0000),
        ("BF16_EXP", 0x7F80, 0x7F80),
        ("BF16_EXP", 0x42B2, 0x7F80),  # exp(89) overflows
        ("BF16_EXP", 0xFFC0, 0x7FC0),
        ("FP16_EXP", 0x4980, 0x7800 + 847),  # exp(11) = 59874.1, steps of 32: 59872
        ("FP16_SQRT", 0x4400, 0x4000),  # sqrt(4) = 2
        ("FP16_SQRT", 0x8000, 0x8000),
        ("FP16_SQRT", 0xBC00, 0x7E00),
    ],
)
def test_tables(table: str, code: int, result: int) -> None:
    assert int(formats.tables()[table][code]) == result
