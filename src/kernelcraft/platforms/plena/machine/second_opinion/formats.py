"""Number formats once more: bf16, half precision and MXFP8, by ml_dtypes and plain arithmetic."""

from __future__ import annotations

from functools import cache

import ml_dtypes
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]

BLOCK = 8  # elements of a scale


def bf16(values: Floats) -> Floats:
    """Rounded to bf16, to nearest even."""
    rounded: Floats = values.astype(ml_dtypes.bfloat16).astype(np.float32)
    return rounded


def fp16(value: float | np.float32) -> np.float32:
    """Rounded to IEEE half precision, to nearest even."""
    return np.float32(np.float16(np.float32(value)))


@cache
def _codes() -> npt.NDArray[np.float64]:
    """E4M3 as PLENA has it: no IEEE subnormals, but eighths of 2^-7."""
    values = []
    for code in range(128):
        exponent, eighths = divmod(code, 8)
        if exponent == 15:
            values.append(float("nan") if eighths else float("inf"))
        elif exponent == 0:
            values.append(eighths * 2.0**-10)
        else:
            values.append((8 + eighths) * 2.0 ** (exponent - 10))
    return np.array([*values, *(-value for value in values)])


def decoded(elements: Bytes, scales: Bytes) -> Floats:
    """The numbers of one row of MXFP8."""
    powers = np.ldexp(1.0, scales.astype(np.int64) - 127)
    powers = np.where(scales == 0, 0.0, np.where(scales == 255, np.inf, powers))
    values: Floats = (_codes()[elements] * np.repeat(powers, BLOCK)).astype(np.float32)
    return values


def _exponent(values: Floats) -> npt.NDArray[np.int64]:
    """floor(log2(v + 1e-9)) of magnitudes, at most 127."""
    shifted = values + np.float32(1e-9)
    finite = np.where(np.isfinite(shifted), shifted, np.float32(2.0**127))
    return np.minimum(np.frexp(finite)[1].astype(np.int64) - 1, 127)


def encoded(values: Floats, *, away: bool = False) -> tuple[Bytes, Bytes]:
    """Elements and scales of one row of numbers, as the host's quantiser makes them, or with
    halves away from 0."""
    blocks = values.reshape(-1, BLOCK)
    magnitudes = np.abs(blocks)
    largest = np.where(np.isnan(magnitudes), np.inf, magnitudes).max(axis=1).astype(np.float32)
    shared = np.where(largest == 0, 0, _exponent(largest))
    parts = (magnitudes / np.ldexp(1.0, shared)[:, None]).astype(np.float32)
    exponents = np.maximum(_exponent(parts), -7)
    small = np.isfinite(parts)
    wide = np.where(small, parts, 0.0).astype(np.float64)
    normal = np.floor(np.maximum(wide / np.ldexp(1.0, exponents) - 1, 0) * 32)
    quarters = np.where(exponents == -7, np.floor(wide * 4096), normal)
    rounded = np.floor(quarters / 4 + 0.5) if away else np.rint(quarters / 4)
    mantissas = np.minimum(rounded, 7).astype(np.int64)
    codes = np.where(small, (exponents + 7) * 8 + mantissas, 0x77)
    negative = np.signbit(blocks) & (blocks != 0)
    elements = (codes + 128 * negative).astype(np.uint8)
    scales = np.where(largest == 0, 0, shared + 127).astype(np.uint8)
    return elements.ravel(), scales
