"""MXFP8 blocks: 8 E4M3 elements that share one E8M0 scale, read into SRAM and written to HBM.

Element codes have bias 7 and 3 mantissa bits; exponent code 0 is m/8 * 2^-7 (half of IEEE's
subnormals), code 15 infinity or NaN, never written. A scale byte b is 2^(b-127), 0 is 0.0 and 255
infinity. Quantising follows the public host quantiser: the exponent is floor(log2(|v| + 1e-9)), the
mantissa is truncated to quarter steps, then rounded half to even and saturated at 7.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from kernelcraft.platforms.plena.machine.formats import (
    Float32s,
    bf16_to_f32,
    canonical,
    f32_to_bf16,
)
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

Bytes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint32]

BLOCK = 8  # elements that share a scale
SCALE_READ = 64  # bytes of HBM that the one read of a row's scales reaches
LOWEST, HIGHEST = 120, 254  # float32 exponent fields of 2^-7 and 2^127
LARGEST_CODE = 0x77  # 240
_PIECE = 8192  # blocks quantised at once: fits the host's second-level cache


@cache
def element_values() -> Float32s:
    """The values of the 256 E4M3 codes."""
    codes = np.arange(256)
    exponent, mantissa = codes >> 3 & 15, codes & 7
    normal = np.ldexp(1 + mantissa / 8, exponent - 7)
    special = np.where(mantissa == 0, np.inf, np.nan)
    magnitude = np.select([exponent == 0, exponent == 15], [mantissa * 2.0**-10, special], normal)
    return canonical(np.where(codes < 128, magnitude, -magnitude).astype(np.float32))


def dequantise(elements: Array, scales: Array) -> Float32s:
    """The float32 values of element codes (..., n) and their scale bytes (..., n / 8)."""
    factors = (scales.astype(np.uint32) << 23).view(np.float32)
    values = element_values()[elements.astype(np.intp)].reshape(*scales.shape, BLOCK)
    with np.errstate(all="ignore"):
        return canonical(values * factors[..., None]).reshape(elements.shape)


def quantise(values: Float32s, *, away: bool = False) -> tuple[Bytes, Bytes]:
    """The element codes (..., n) and scale bytes (..., n / 8) of float32 values (..., n).

    Infinities and NaN take the largest magnitude of their sign and make the block's scale 2^127;
    zeros lose their sign, and a block of zeros has scale byte 0. `away` rounds a half away from 0.
    """
    blocks = np.ascontiguousarray(values, dtype=np.float32).reshape(-1, BLOCK)
    elements = np.empty(blocks.shape, dtype=np.uint8)
    scales = np.empty(len(blocks), dtype=np.uint8)
    for start in range(0, len(blocks), _PIECE):
        piece = slice(start, start + _PIECE)
        scales[piece] = _scale_bytes(blocks[piece])
        elements[piece] = _element_codes(blocks[piece], scales[piece], away)
    return elements.reshape(values.shape), scales.reshape(*values.shape[:-1], -1)


def _biased_exponents(magnitudes: Words) -> Words:
    """floor(log2(x + 1e-9)) + 127 of float32 patterns without sign, from the sum's exponent."""
    sums = magnitudes.view(np.float32) + np.float32(1e-9)
    exponents: Words = np.minimum(sums.view(np.uint32) >> 23, np.uint32(HIGHEST))
    return exponents


def _scale_bytes(blocks: Float32s) -> Bytes:
    magnitudes = blocks.view(np.uint32) & np.uint32(0x7FFFFFFF)
    largest = np.maximum(magnitudes[:, :4], magnitudes[:, 4:])
    largest = np.maximum(largest[:, :2], largest[:, 2:])
    top = np.maximum(largest[:, 0], largest[:, 1])
    with np.errstate(all="ignore"):
        return np.where(top == 0, 0, _biased_exponents(top)).astype(np.uint8)


def _element_codes(blocks: Float32s, scales: Bytes, away: bool) -> Bytes:
    units = (np.where(scales == 0, 127, scales).astype(np.uint32) << 23).view(np.float32)
    with np.errstate(all="ignore"):
        magnitudes = np.abs(blocks / units[:, None])
        words = magnitudes.view(np.uint32)
        exponents = np.maximum(_biased_exponents(words), np.uint32(LOWEST)).view(np.int32)
        # The mantissa in quarters of its last place, truncated. It would be negative where 1e-9
        # carried the value over a power of two.
        normal = np.maximum((words >> 18).view(np.int32) - (exponents << 5), 0)
        subnormal = (magnitudes * np.float32(2**12)).astype(np.int32)
    quarters = np.where(exponents == LOWEST, subnormal, normal)
    odd = quarters >> 2 & 1
    mantissas = np.minimum((quarters + 1 + (1 if away else odd)) >> 2, 7)
    codes = ((exponents - LOWEST) << 3 | mantissas).astype(np.uint8)
    codes = np.where(np.isfinite(magnitudes), codes, np.uint8(LARGEST_CODE))
    signs: Bytes = (np.signbit(blocks) & (blocks != 0)).astype(np.uint8) << 7
    return codes | signs


def _fetch(hbm: Array, elements: int, scales: int, step: int, rows: int, n: int) -> Float32s:
    values = np.empty((rows, n), dtype=np.float32)
    for row in range(rows):
        first, scale = elements + row * step, scales + row * step // BLOCK
        reach = min(n // BLOCK, SCALE_READ - scale % SCALE_READ)
        found = np.zeros(n // BLOCK, dtype=np.uint8)
        found[:reach] = hbm[scale : scale + reach]
        values[row] = dequantise(hbm[first : first + n], found)
    return values


@routine(
    "void fetch_tile(float *matrix, const uint8_t *hbm, int64_t dst, int64_t elements, "
    "int64_t scales, int64_t step, int64_t rows, int64_t n)"
)
def fetch_tile(
    matrix: Array,
    hbm: Array,
    dst: int,
    elements: int,
    scales: int,
    step: int,
    rows: int,
    n: int,
) -> None:
    """H_PREFETCH_M: decode `rows` rows of `n` elements into consecutive float32 rows of a tile.

    Row i has its elements from byte elements + i * step and its scales from byte
    scales + floor(i * step / 8); scales past the 64-byte block of the first count as 0.
    """
    matrix[dst : dst + rows * n] = _fetch(hbm, elements, scales, step, rows, n).ravel()


@routine(
    "void fetch_rows(uint16_t *vector, const uint8_t *hbm, int64_t dst, int64_t elements, "
    "int64_t scales, int64_t step, int64_t rows, int64_t n)"
)
def fetch_rows(
    vector: Array,
    hbm: Array,
    dst: int,
    elements: int,
    scales: int,
    step: int,
    rows: int,
    n: int,
) -> None:
    """H_PREFETCH_V: as `fetch_tile`, rounded to bf16 into consecutive vector rows."""
    values = _fetch(hbm, elements, scales, step, rows, n)
    vector[dst : dst + rows * n] = f32_to_bf16(values).ravel()


@routine(
    "void store_rows(uint8_t *hbm, const uint16_t *vector, int64_t src, int64_t elements, "
    "int64_t scales, int64_t step, int64_t rows, int64_t n, int64_t away)"
)
def store_rows(
    hbm: Array,
    vector: Array,
    src: int,
    elements: int,
    scales: int,
    step: int,
    rows: int,
    n: int,
    away: int,
) -> None:
    """H_STORE_V: quantise `rows` consecutive vector rows of `n` elements to HBM.

    Addresses as in `fetch_tile`; row by row, elements before scales, and all scales of a row.
    `away` = 1 rounds a half away from 0.
    """
    values = bf16_to_f32(vector[src : src + rows * n]).reshape(rows, n)
    for row in range(rows):
        codes, found = quantise(values[row], away=bool(away))
        first, scale = elements + row * step, scales + row * step // BLOCK
        hbm[first : first + n] = codes
        hbm[scale : scale + n // BLOCK] = found
