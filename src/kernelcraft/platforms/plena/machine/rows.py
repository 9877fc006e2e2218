"""Vector row work: element-wise operations and reductions over one row of bf16 elements.

Arithmetic is in float32; an element is rounded to bf16 when it is written. `memory` is the vector
SRAM (bf16 patterns), `dst`, `a` and `b` are element offsets of rows of `n` elements (a power of
two) that are the same row or disjoint, `scalar` is an fp16 pattern, widened to float32 first.
`mask` is -1 for every element, else a bit set of enabled groups of `group` elements: disabled
elements of `dst` get the bits of `a`, and reductions count enabled groups only.
"""

from __future__ import annotations

from collections.abc import Callable
from math import copysign

import numpy as np
import numpy.typing as npt

from kernelcraft.platforms.plena.machine.formats import (
    FP16_NAN,
    Bits16,
    Float32s,
    bf16_to_f32,
    f32_to_bf16,
    f32_to_fp16,
    fp16_max,
    fp16_to_f32,
    tables,
)
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

MASK_BITS = 32  # groups beyond the mask register are disabled


def _enabled(n: int, mask: int, group: int) -> npt.NDArray[np.bool_]:
    """Whether each of `n` elements takes part."""
    if mask == -1:
        return np.ones(n, dtype=np.bool_)
    bits = [g < MASK_BITS and mask >> g & 1 for g in range(n // group)]
    return np.repeat(np.array(bits, dtype=np.bool_), group)


def _widened(scalar: int) -> np.float32:
    return np.float32(fp16_to_f32(np.array([scalar], dtype=np.uint16))[0])


def _narrowed(value: np.float32) -> int:
    return int(f32_to_fp16(np.array([value], dtype=np.float32))[0])


def _write(memory: Array, dst: int, a: int, mask: int, group: int, result: Bits16) -> None:
    """Write the enabled elements of `result` to row `dst`, the others from row `a`."""
    n = len(result)
    memory[dst : dst + n] = np.where(_enabled(n, mask, group), result, memory[a : a + n])


def _combine(
    operation: Callable[[Float32s, Float32s], Float32s], x: Float32s, y: Float32s
) -> Bits16:
    with np.errstate(all="ignore"):
        return f32_to_bf16(operation(x, y))


def _row(memory: Array, start: int, n: int) -> Float32s:
    return bf16_to_f32(memory[start : start + n])


def _filled(scalar: int, n: int) -> Float32s:
    return np.full(n, _widened(scalar), dtype=np.float32)


_TWO_ROWS = (
    "uint16_t *memory, int64_t dst, int64_t a, int64_t b, int64_t n, int64_t mask, int64_t group"
)
_ROW_AND_SCALAR = (
    "uint16_t *memory, int64_t dst, int64_t a, uint32_t scalar, int64_t n, int64_t mask, "
    "int64_t group"
)
_ONE_ROW = "uint16_t *memory, int64_t dst, int64_t a, int64_t n, int64_t mask, int64_t group"
_REDUCTION = (
    "const uint16_t *memory, int64_t a, uint32_t scalar, int64_t n, int64_t mask, int64_t group"
)


@routine(f"void row_add({_TWO_ROWS})")
def row_add(memory: Array, dst: int, a: int, b: int, n: int, mask: int, group: int) -> None:
    """Row dst = row a + row b."""
    result = _combine(np.add, _row(memory, a, n), _row(memory, b, n))
    _write(memory, dst, a, mask, group, result)


@routine(f"void row_sub({_TWO_ROWS})")
def row_sub(memory: Array, dst: int, a: int, b: int, n: int, mask: int, group: int) -> None:
    """Row dst = row a - row b."""
    result = _combine(np.subtract, _row(memory, a, n), _row(memory, b, n))
    _write(memory, dst, a, mask, group, result)


@routine(f"void row_mul({_TWO_ROWS})")
def row_mul(memory: Array, dst: int, a: int, b: int, n: int, mask: int, group: int) -> None:
    """Row dst = row a * row b."""
    result = _combine(np.multiply, _row(memory, a, n), _row(memory, b, n))
    _write(memory, dst, a, mask, group, result)


@routine(f"void row_add_scalar({_ROW_AND_SCALAR})")
def row_add_scalar(
    memory: Array, dst: int, a: int, scalar: int, n: int, mask: int, group: int
) -> None:
    """Row dst = row a + scalar."""
    result = _combine(np.add, _row(memory, a, n), _filled(scalar, n))
    _write(memory, dst, a, mask, group, result)


@routine(f"void row_sub_scalar({_ROW_AND_SCALAR})")
def row_sub_scalar(
    memory: Array, dst: int, a: int, scalar: int, n: int, mask: int, group: int
) -> None:
    """Row dst = row a - scalar."""
    result = _combine(np.subtract, _row(memory, a, n), _filled(scalar, n))
    _write(memory, dst, a, mask, group, result)


@routine(f"void row_sub_from_scalar({_ROW_AND_SCALAR})")
def row_sub_from_scalar(
    memory: Array, dst: int, a: int, scalar: int, n: int, mask: int, group: int
) -> None:
    """Row dst = scalar - row a."""
    result = _combine(np.subtract, _filled(scalar, n), _row(memory, a, n))
    _write(memory, dst, a, mask, group, result)


@routine(f"void row_mul_scalar({_ROW_AND_SCALAR})")
def row_mul_scalar(
    memory: Array, dst: int, a: int, scalar: int, n: int, mask: int, group: int
) -> None:
    """Row dst = row a * scalar."""
    result = _combine(np.multiply, _row(memory, a, n), _filled(scalar, n))
    _write(memory, dst, a, mask, group, result)


@routine(f"void row_exp({_ONE_ROW})")
def row_exp(memory: Array, dst: int, a: int, n: int, mask: int, group: int) -> None:
    """Row dst = exp(row a), without clamping."""
    result = tables()["BF16_EXP"][memory[a : a + n].astype(np.intp)]
    _write(memory, dst, a, mask, group, result)


@routine(f"void row_reciprocal({_ONE_ROW})")
def row_reciprocal(memory: Array, dst: int, a: int, n: int, mask: int, group: int) -> None:
    """Row dst = 1 / row a; zeros give infinities of their sign."""
    result = _combine(np.divide, np.ones(n, dtype=np.float32), _row(memory, a, n))
    _write(memory, dst, a, mask, group, result)


@routine(f"uint32_t row_sum({_REDUCTION})")
def row_sum(memory: Array, a: int, scalar: int, n: int, mask: int, group: int) -> int:
    """Give scalar + sum of row a as an fp16 pattern: float32 throughout, rounded once at the end.

    The row is summed by an adder tree: its upper half is added to its lower half, element by
    element, until one element is left; disabled elements count as +0.
    """
    sums = np.where(_enabled(n, mask, group), _row(memory, a, n), np.float32(0))
    with np.errstate(all="ignore"):
        while len(sums) > 1:
            half = len(sums) // 2
            sums = sums[:half] + sums[half:]
        return _narrowed(_widened(scalar) + np.float32(sums[0]))


@routine(f"uint32_t row_max({_REDUCTION})")
def row_max(memory: Array, a: int, scalar: int, n: int, mask: int, group: int) -> int:
    """Give the largest of scalar and row a as an fp16 pattern; any NaN gives NaN, +0 is above -0.

    With no group enabled it is the scalar.
    """
    values = _row(memory, a, n)[_enabled(n, mask, group)]
    if np.isnan(values).any():
        return FP16_NAN
    top = max(values.tolist(), key=lambda v: (v, copysign(1.0, v)), default=-np.inf)
    return fp16_max(scalar, _narrowed(np.float32(top)))


@routine(
    "void row_from_fp16("
    "uint16_t *memory, const uint16_t *scalars, int64_t dst, int64_t src, int64_t n)"
)
def row_from_fp16(memory: Array, scalars: Array, dst: int, src: int, n: int) -> None:
    """Row dst = `n` consecutive fp16 patterns of `scalars` from element src."""
    memory[dst : dst + n] = f32_to_bf16(fp16_to_f32(scalars[src : src + n]))
