"""The matrix machine: bf16 rows times float32 tiles, added to float32 accumulators.

`matrix` is the matrix SRAM (float32), `vector` the vector SRAM (bf16 patterns), `acc` an
accumulator array; `weights` and `x` are element offsets into the first two. Every output sums its
products for k = 0, 1, 2, ... in float32, without contraction, and only then is added to its
accumulator, where a NaN is the machine's one NaN. Nothing is scaled (bmm_scale is 1).
"""

from __future__ import annotations

import numpy as np

from kernelcraft.platforms.plena.machine.formats import (
    Float32s,
    bf16_to_f32,
    canonical,
    f32_to_bf16,
)
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine


def _accumulate(acc: Array, x: Float32s, w: Float32s) -> None:
    """acc[..., rows, columns] (flat) += x[..., rows, depth] @ w[depth, columns], k ascending."""
    sums = np.zeros((*x.shape[:-1], w.shape[1]), dtype=np.float32)
    with np.errstate(all="ignore"):
        for k in range(len(w)):
            sums += x[..., k, None] * w[k]
        total = acc[: sums.size].astype(np.float32) + sums.ravel()
    acc[: sums.size] = canonical(total)


def _rows(vector: Array, x: int, rows: int, mlen: int) -> Float32s:
    return bf16_to_f32(vector[x : x + rows * mlen]).reshape(rows, mlen)


def _weights(matrix: Array, start: int, rows: int, columns: int, mlen: int) -> Float32s:
    """A rows x columns window of a tile, from its first element."""
    steps = np.arange(rows)[:, None] * mlen + np.arange(columns)
    window: Float32s = matrix[start + steps].astype(np.float32)
    return window


@routine(
    "void tile_multiply(float *acc, const float *matrix, const uint16_t *vector, int64_t weights, "
    "int64_t x, int64_t rows, int64_t columns, int64_t mlen)"
)
def tile_multiply(
    acc: Array,
    matrix: Array,
    vector: Array,
    weights: int,
    x: int,
    rows: int,
    columns: int,
    mlen: int,
) -> None:
    """M_MM (rows = columns = BLEN) and M_MV (rows = 1): acc[rows][columns] += X @ W.

    X is `rows` consecutive rows of vector SRAM; W is the columns of a tile from element
    `weights` of its first row.
    """
    w = _weights(matrix, weights, mlen, columns, mlen)
    _accumulate(acc, _rows(vector, x, rows, mlen), w)


@routine(
    "void tile_multiply_transposed(float *acc, const float *matrix, const uint16_t *vector, "
    "int64_t weights, int64_t x, int64_t rows, int64_t columns, int64_t mlen)"
)
def tile_multiply_transposed(
    acc: Array,
    matrix: Array,
    vector: Array,
    weights: int,
    x: int,
    rows: int,
    columns: int,
    mlen: int,
) -> None:
    """M_TMM (rows = columns = BLEN) and M_TMV (rows = 1): acc[rows][columns] += X @ W^T.

    W is `columns` rows of a tile, the first of which starts at element `weights`.
    """
    w = _weights(matrix, weights, columns, mlen, mlen).T
    _accumulate(acc, _rows(vector, x, rows, mlen), w)


@routine(
    "void heads_multiply(float *acc, const float *matrix, const uint16_t *vector, "
    "int64_t weights, int64_t x, int64_t rows, int64_t mlen, int64_t hlen)"
)
def heads_multiply(
    acc: Array,
    matrix: Array,
    vector: Array,
    weights: int,
    x: int,
    rows: int,
    mlen: int,
    hlen: int,
) -> None:
    """M_BMM (rows = MLEN) and M_BMV (rows = 1): acc[head][rows][mlen] += X[:, :, head] @ W.

    X is `rows` rows of vector SRAM seen as [rows][hlen][heads], head fastest, with mlen / hlen
    heads; W is `hlen` rows of a tile, the first of which starts at element `weights`.
    """
    heads = _rows(vector, x, rows, mlen).reshape(rows, hlen, mlen // hlen).transpose(2, 0, 1)
    _accumulate(acc, heads, _weights(matrix, weights, hlen, mlen, mlen))


@routine(
    "void heads_multiply_transposed(float *acc, const float *matrix, const uint16_t *vector, "
    "int64_t weights, int64_t x, int64_t rows, int64_t mlen, int64_t hlen)"
)
def heads_multiply_transposed(
    acc: Array,
    matrix: Array,
    vector: Array,
    weights: int,
    x: int,
    rows: int,
    mlen: int,
    hlen: int,
) -> None:
    """M_BTMM (rows = MLEN) and M_BTMV (rows = 1): acc[head][rows][mlen] += X[:, head, :] @ K^T.

    X is `rows` rows of vector SRAM seen as [rows][heads][hlen], with mlen / hlen heads; K is
    `hlen` columns of a tile from element `weights` of its first row.
    """
    heads = _rows(vector, x, rows, mlen).reshape(rows, mlen // hlen, hlen).transpose(1, 0, 2)
    _accumulate(acc, heads, _weights(matrix, weights, mlen, hlen, mlen).T)


@routine(
    "void write_out(uint16_t *vector, float *acc, int64_t dst, int64_t rows, int64_t columns, "
    "int64_t step)"
)
def write_out(vector: Array, acc: Array, dst: int, rows: int, columns: int, step: int) -> None:
    """Round acc[rows][columns] to bf16 into vector SRAM at dst, dst + step, ..., and clear it.

    M_MM_WO: BLEN x BLEN, step = MLEN * k. M_MV_WO: one row of BLEN. M_BMM_WO and M_BMV_WO: one
    row of heads * MLEN * MLEN and of heads * MLEN elements, because the order is the same.
    """
    for i in range(rows):
        start, row = dst + i * step, slice(i * columns, (i + 1) * columns)
        vector[start : start + columns] = f32_to_bf16(acc[row].astype(np.float32))
    acc[: rows * columns] = 0
