"""The integer steps of quantised tasks, against Python's whole numbers and the vector extension."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelcraft.tasks import FloatArray, quantised
from kernelcraft.tasks.quantised import (
    fixed_point,
    look_up,
    one_scale,
    patches,
    rounded_quotient,
    whole_root,
)
from tests.tasks import loops

int32 = st.integers(-(2**31), 2**31 - 1)
int8 = st.integers(-128, 127)
multipliers = st.integers(2**30, 2**31 - 1)
shifts = st.integers(0, 31)


def _array(*values: int) -> FloatArray:
    return np.array(values, np.float64)


@given(int32, int32)
def test_vsmul_is_the_instruction(a: int, b: int) -> None:
    assert quantised.vsmul(_array(a), _array(b)).tolist() == [loops.vsmul(a, b)]


@given(int32, shifts)
def test_vssra_is_the_instruction(a: int, shift: int) -> None:
    assert quantised.vssra(_array(a), _array(shift)).tolist() == [loops.vssra(a, shift)]


@given(int32, multipliers, shifts, int8)
def test_requantise(acc: int, multiplier: int, shift: int, zero_point: int) -> None:
    expected = loops.requantise(acc, multiplier, shift, zero_point)
    found = quantised.requantise(_array(acc), _array(multiplier), _array(shift), float(zero_point))
    assert found.tolist() == [expected]
    exact = acc * multiplier / 2.0 ** (31 + shift) + zero_point
    assert abs(expected - min(127.0, max(-128.0, exact))) <= 1.0  # two roundings of a half each


@pytest.mark.parametrize(
    ("acc", "multiplier", "shift", "code"),
    [
        (3, 2**30, 0, 2),  # 1.5 up
        (-3, 2**30, 0, -1),  # -1.5 up
        (1, 2**30, 0, 1),
        (-1, 2**30, 0, 0),
        (10, 2**30, 1, 3),  # 5, then 2.5 up
        (-10, 2**30, 1, -2),
        (9, 2**30, 1, 3),  # 4.5 up to 5, then 2.5 up, though 2.25 is nearer to 2
        (254, 2**30, 0, 127),
        (256, 2**30, 0, 127),
        (-258, 2**30, 0, -128),
        (2**31 - 1, 2**31 - 1, 31, 1),
        (-(2**31), 2**30, 31, 0),  # -0.5 up
    ],
)
def test_ties_and_ends(acc: int, multiplier: int, shift: int, code: int) -> None:
    found = quantised.requantise(_array(acc), float(multiplier), float(shift), 0.0)
    assert found.tolist() == [code]


@given(st.integers(-(2**27), 2**27), st.integers(1, 2**16))
def test_the_rounded_quotient_is_cs(a: int, b: int) -> None:
    found = rounded_quotient(_array(a), _array(b))
    assert found.tolist() == [loops.c_quotient(a, b)]
    assert abs(float(found[0]) - a / b) <= 0.5


@given(st.integers(0, 2**31), st.integers(0, 2**15))
def test_the_whole_root(value: int, root: int) -> None:
    near = [value, root**2, max(0, root**2 - 1), root**2 + 1]
    assert whole_root(_array(*near)).tolist() == list(map(math.isqrt, near))


@given(st.lists(int8, min_size=1, max_size=8))
def test_the_index_of_a_table_is_the_byte(codes: list[int]) -> None:
    table = np.arange(256.0)
    expected = list(np.array(codes, np.int8).view(np.uint8))
    assert look_up(table, _array(*codes)).tolist() == expected


@pytest.mark.parametrize(("k", "before"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2)])
def test_same_padding(k: int, before: int) -> None:
    """Of an even window more lies below and to the right, as in other libraries."""
    x = np.arange(1.0, 10.0).reshape(3, 3, 1)
    seen = patches(x, k, -7.0)
    assert seen.shape == (k, k, 3, 3, 1)
    assert np.array_equal(seen[before, before], x)
    assert (seen[0, :, :before] == -7.0).all()
    assert (seen[-1, :, 3 - (k - 1 - before) :] == -7.0).all()


@given(st.floats(2.0**-31, 0.999))
def test_fixed_point_is_next_to_the_scale(scale: float) -> None:
    (multiplier,), (shift,) = fixed_point(np.array([scale]))
    assert 2**30 <= multiplier < 2**31
    assert 0 <= shift <= 31
    assert multiplier / 2.0 ** (31 + shift) == pytest.approx(scale, rel=2.0**-30)


def test_one_scale_makes_activations_of_sums() -> None:
    multiplier, shift = one_scale(75_000.0)
    assert 75_000 * multiplier / 2.0 ** (31 + shift) == pytest.approx(32.0)
