"""Routines on vectors of float32: what they mean, beside float64."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcraft.sim import vectors

N = 512
SPECIAL = (0.0, -0.0, np.inf, -np.inf, np.nan, 1e-40, -87.34, -87.33, 88.72, 88.73, 3e38, -3e38)


def operand(seed: int) -> vectors.Float32s:
    """Numbers of many sizes, then what is special."""
    rng = np.random.default_rng(seed)
    values = rng.standard_normal(N) * np.exp(rng.uniform(-20, 4, N))
    return np.concatenate([values, SPECIAL]).astype(np.float32)


A, B = operand(1), operand(2)
SIZE = len(A)


@pytest.mark.parametrize(
    ("routine", "expected"),
    [
        (vectors.vector_add, np.add),
        (vectors.vector_sub, np.subtract),
        (vectors.vector_mul, np.multiply),
        (vectors.vector_max, np.maximum),
    ],
)
def test_two_vectors(routine: object, expected: np.ufunc) -> None:
    out = np.zeros(2 * SIZE, np.float32)
    assert callable(routine)
    routine(out, SIZE, A, 0, B, 0, SIZE)
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(out[SIZE:], expected(A, B))
    assert not out[:SIZE].any()


def test_exponentials_are_within_two_units_in_the_last_place() -> None:
    x = np.linspace(-87.33, 88.72, 100_001).astype(np.float32)
    out = np.empty_like(x)
    vectors.vector_exp(out, 0, x, 0, len(x))
    exact = np.exp(x.astype(np.float64))
    assert np.max(np.abs(out - exact) / np.spacing(exact.astype(np.float32))) <= 2
    special = np.array([-np.inf, -88.0, 0.0, 89.0, np.inf, np.nan], np.float32)
    vectors.vector_exp(special, 0, special, 0, 6)
    np.testing.assert_array_equal(special, [0, 0, 1, np.inf, np.inf, np.nan])


def test_reciprocals_and_roots() -> None:
    out = np.empty_like(A)
    with np.errstate(all="ignore"):
        vectors.vector_reciprocal(out, 0, A, 0, SIZE)
        np.testing.assert_array_equal(out, np.float32(1) / A)
        vectors.vector_rsqrt(out, 0, A, 0, SIZE)
        np.testing.assert_array_equal(out, np.float32(1) / np.sqrt(A))


def test_sums_go_from_the_first_to_the_last() -> None:
    x = np.array([1e8, 1, -1e8, 1], np.float32)
    vectors.vector_sum(x, 0, x, 0, 4)
    np.testing.assert_array_equal(x, [1, 1, 1, 1])  # 1e8 + 1 is 1e8
    y = np.array([-0.0, -3, 2, -1], np.float32)
    vectors.vector_greatest(y, 0, y, 0, 4)
    np.testing.assert_array_equal(y, [2, 2, 2, 2])


def test_copies_and_fills() -> None:
    out = np.zeros(8, np.float32)
    vectors.vector_copy(out, 2, A, 5, 3)
    np.testing.assert_array_equal(out, [0, 0, *A[5:8], 0, 0, 0])
    vectors.vector_fill(out, 0, B, 7, 8)
    np.testing.assert_array_equal(out, np.full(8, B[7]))


def test_a_row_times_a_matrix() -> None:
    rng = np.random.default_rng(3)
    a, b = rng.standard_normal(4), rng.standard_normal((4, 6))
    out = np.ones(3, np.float32)
    flat = b.astype(np.float32).ravel()
    vectors.vector_multiply_add(out, 0, a.astype(np.float32), 0, flat, 2, 3, 4, 6)
    np.testing.assert_allclose(out, 1 + a @ b[:, 2:5], rtol=1e-5)
