"""Vectors of float32 elements: what a vector unit does, for machines of any length of vector.

Arithmetic is IEEE float32, one rounding an operation, so that C and numpy agree bit for bit; sums
and products of matrices are taken from the first element to the last. Every NaN is the positive
quiet one. `out`, `a` and `b` are memories, the numbers after them where in them a vector begins;
`out` may be one of the operands, at the same place or apart from it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

Float32s = npt.NDArray[np.float32]

NAN = np.float32(np.nan)
LOWEST, HIGHEST = np.float32(-87.33), np.float32(88.72)  # beyond them e to the x is 0 or infinite
LOG2_E = np.float32(1.442695)
LN2_HIGH, LN2_LOW = np.float32(0.693359375), np.float32(-0.00021219444)
TAYLOR = tuple(np.float32(each) for each in (1 / 5040, 1 / 720, 1 / 120, 1 / 24, 1 / 6, 0.5, 1, 1))

_TWO = "float *out, int64_t to, const float *a, int64_t i, const float *b, int64_t j, int64_t n"
_ONE = "float *out, int64_t to, const float *a, int64_t i, int64_t n"


def _vector(memory: Array, start: int, n: int) -> Float32s:
    return memory[start : start + n].astype(np.float32)


def _put(memory: Array, start: int, values: Float32s) -> None:
    memory[start : start + len(values)] = np.where(np.isnan(values), NAN, values)


def _combined(
    operation: Callable[[Float32s, Float32s], Float32s], a: Float32s, b: Float32s
) -> Float32s:
    with np.errstate(all="ignore"):
        return operation(a, b)


@routine(f"void vector_add({_TWO})")
def vector_add(out: Array, to: int, a: Array, i: int, b: Array, j: int, n: int) -> None:
    """The sums of `n` elements."""
    _put(out, to, _combined(np.add, _vector(a, i, n), _vector(b, j, n)))


@routine(f"void vector_sub({_TWO})")
def vector_sub(out: Array, to: int, a: Array, i: int, b: Array, j: int, n: int) -> None:
    """The differences a - b of `n` elements."""
    _put(out, to, _combined(np.subtract, _vector(a, i, n), _vector(b, j, n)))


@routine(f"void vector_mul({_TWO})")
def vector_mul(out: Array, to: int, a: Array, i: int, b: Array, j: int, n: int) -> None:
    """The products of `n` elements."""
    _put(out, to, _combined(np.multiply, _vector(a, i, n), _vector(b, j, n)))


@routine(f"void vector_max({_TWO})")
def vector_max(out: Array, to: int, a: Array, i: int, b: Array, j: int, n: int) -> None:
    """The larger ones of `n` pairs: b unless a is larger; NaN if one of them is."""
    x, y = _vector(a, i, n), _vector(b, j, n)
    _put(out, to, np.where(np.isnan(x) | np.isnan(y), NAN, np.where(x > y, x, y)))


@routine(f"void vector_exp({_ONE})")
def vector_exp(out: Array, to: int, a: Array, i: int, n: int) -> None:
    """e to each of `n` elements, to within 2 units in the last place; below -87.33 it is 0."""
    x = _vector(a, i, n)
    with np.errstate(all="ignore"):
        inside = np.where((x >= LOWEST) & (x <= HIGHEST), x, np.float32(0))
        power = np.rint(inside * LOG2_E)
        rest = (inside - power * LN2_HIGH) - power * LN2_LOW
        found: Float32s = np.full(n, TAYLOR[0], np.float32)
        for coefficient in TAYLOR[1:]:
            found = (found * rest + coefficient).astype(np.float32)
        half = power.astype(np.int32) // 2
        for part in (half, power.astype(np.int32) - half):  # 2^128 alone would be infinite
            found *= ((part + 127) << 23).view(np.float32)
    found[x < LOWEST], found[x > HIGHEST], found[np.isnan(x)] = 0, np.inf, NAN
    _put(out, to, found)


@routine(f"void vector_reciprocal({_ONE})")
def vector_reciprocal(out: Array, to: int, a: Array, i: int, n: int) -> None:
    """1 over each of `n` elements."""
    _put(out, to, _combined(np.divide, np.ones(n, np.float32), _vector(a, i, n)))


@routine(f"void vector_rsqrt({_ONE})")
def vector_rsqrt(out: Array, to: int, a: Array, i: int, n: int) -> None:
    """1 over the square root of each of `n` elements."""
    with np.errstate(all="ignore"):
        roots = np.sqrt(_vector(a, i, n))
    _put(out, to, _combined(np.divide, np.ones(n, np.float32), roots))


@routine(f"void vector_sum({_ONE})")
def vector_sum(out: Array, to: int, a: Array, i: int, n: int) -> None:
    """The sum of `n` elements, `n` times."""
    with np.errstate(all="ignore"):
        total = np.add.accumulate(_vector(a, i, n), dtype=np.float32)[-1]
    _put(out, to, np.full(n, total, np.float32))


@routine(f"void vector_greatest({_ONE})")
def vector_greatest(out: Array, to: int, a: Array, i: int, n: int) -> None:
    """The greatest of `n` elements, `n` times; NaN if one of them is."""
    _put(out, to, np.full(n, np.max(_vector(a, i, n)) + np.float32(0), np.float32))


@routine(f"void vector_copy({_ONE})")
def vector_copy(out: Array, to: int, a: Array, i: int, n: int) -> None:
    """`n` elements from one memory to another."""
    _put(out, to, _vector(a, i, n))


_MOVE = "float *out, int64_t to, const float *a, int64_t i, int64_t n, int64_t rows, int64_t step"


@routine(f"void vector_gather({_MOVE})")
def vector_gather(out: Array, to: int, a: Array, i: int, n: int, rows: int, step: int) -> None:
    """`rows` vectors of `n` elements that begin `step` elements apart, one after another."""
    for row in range(rows):
        _put(out, to + row * n, _vector(a, i + row * step, n))


@routine(f"void vector_scatter({_MOVE})")
def vector_scatter(out: Array, to: int, a: Array, i: int, n: int, rows: int, step: int) -> None:
    """Vectors that lie one after another, to places `step` elements apart."""
    for row in range(rows):
        _put(out, to + row * step, _vector(a, i + row * n, n))


@routine(f"void vector_fill({_ONE})")
def vector_fill(out: Array, to: int, a: Array, i: int, n: int) -> None:
    """One element, `n` times."""
    _put(out, to, np.full(n, _vector(a, i, 1)[0], np.float32))


@routine(
    "void vector_multiply_add(float *out, int64_t to, const float *a, int64_t i, const float *b, "
    "int64_t j, int64_t n, int64_t rows, int64_t step)"
)
def vector_multiply_add(
    out: Array, to: int, a: Array, i: int, b: Array, j: int, n: int, rows: int, step: int
) -> None:
    """`out` += the row vector a of `rows` elements times the matrix b of `rows` x `n` elements.

    Rows of b begin `step` elements apart.
    """
    found = _vector(out, to, n)
    with np.errstate(all="ignore"):
        for row in range(rows):
            found = found + _vector(a, i + row, 1)[0] * _vector(b, j + row * step, n)
    _put(out, to, found)


@routine(
    "void vector_multiply_add_transposed(float *out, int64_t to, const float *a, int64_t i, "
    "const float *b, int64_t j, int64_t n, int64_t rows, int64_t step)"
)
def vector_multiply_add_transposed(
    out: Array, to: int, a: Array, i: int, b: Array, j: int, n: int, rows: int, step: int
) -> None:
    """`out`, of `rows` elements, += the products of a with each row of b, of `n` elements.

    Rows of b begin `step` elements apart.
    """
    found, left = _vector(out, to, rows), _vector(a, i, n)
    right = np.stack([_vector(b, j + row * step, n) for row in range(rows)])
    with np.errstate(all="ignore"):
        for k in range(n):
            found = found + left[k] * right[:, k]
    _put(out, to, found)


@routine("void vector_set(float *out, int64_t to, int32_t number, int64_t n)")
def vector_set(out: Array, to: int, number: int, n: int) -> None:
    """A whole number, `n` times."""
    _put(out, to, np.full(n, number, np.float32))


ROUTINES = (
    *(vector_add, vector_sub, vector_mul, vector_max, vector_exp, vector_reciprocal, vector_rsqrt),
    *(vector_sum, vector_greatest, vector_copy, vector_fill, vector_set),
    *(vector_gather, vector_scatter),
    *(vector_multiply_add, vector_multiply_add_transposed),
)
"""All of them, for the interpreter of a machine that uses some."""
