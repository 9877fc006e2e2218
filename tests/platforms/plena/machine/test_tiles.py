"""Matrix machine routines: C equals the oracle bit by bit, and the oracle is the stated product."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcraft.platforms.plena.machine import blocks, tiles
from kernelcraft.platforms.plena.machine.formats import Float32s, bf16_to_f32, f32_to_bf16
from kernelcraft.sim.routine import Routine
from tests.platforms.plena.machine.compiled import agree, bf16_rows

TILES = [tiles.tile_multiply, tiles.tile_multiply_transposed]
HEADS = [tiles.heads_multiply, tiles.heads_multiply_transposed]
SIZES = [(64, 4), (64, 1), (64, 2), (64, 16), (128, 8), (128, 64), (256, 32), (256, 4)]


def weights(seed: int, count: int, special: float = 0.0) -> Float32s:
    """Tile contents: decoded MXFP8 values, some of them infinite or NaN."""
    random = np.random.default_rng(seed)
    values = random.normal(size=count).astype(np.float32)
    decoded = blocks.dequantise(*blocks.quantise(values))
    odd = random.random(count) < special
    return np.where(odd, random.choice([np.inf, -np.inf, np.nan, -0.0], count), decoded).astype(
        np.float32
    )


@pytest.mark.parametrize("special", [0.0, 0.003])
@pytest.mark.parametrize(("mlen", "blen"), SIZES)
@pytest.mark.parametrize("routine", TILES, ids=lambda r: r.name)
def test_tile_products_agree(
    routine: Routine[..., None], mlen: int, blen: int, special: float
) -> None:
    for seed in range(3):
        matrix = weights(seed, 2 * mlen * mlen, special)
        vector = bf16_rows(seed, (blen + 1) * mlen, special)
        transposed = routine is tiles.tile_multiply_transposed
        last = mlen * mlen + (mlen - blen) * (mlen if transposed else 1)
        for start in (0, last):
            acc = np.zeros(blen * blen, dtype=np.float32)
            for _ in range(2):  # the second time onto what the first left
                agree(routine, acc, matrix, vector, start, mlen, blen, blen, mlen)
                agree(routine, acc, matrix, vector, start, mlen, 1, blen, mlen)


@pytest.mark.parametrize("special", [0.0, 0.0005])
@pytest.mark.parametrize(("mlen", "hlen"), [(64, 16), (64, 64), (64, 4), (128, 32), (256, 128)])
@pytest.mark.parametrize("routine", HEADS, ids=lambda r: r.name)
def test_head_products_agree(
    routine: Routine[..., None], mlen: int, hlen: int, special: float
) -> None:
    matrix = weights(5, 2 * mlen * mlen, special)
    vector = bf16_rows(5, mlen * mlen, special)
    transposed = routine is tiles.heads_multiply_transposed
    last = mlen * mlen + (mlen - hlen) * (1 if transposed else mlen)
    for rows in (mlen, 1):
        acc = np.zeros(mlen // hlen * rows * mlen, dtype=np.float32)
        for start in (0, last):
            agree(routine, acc, matrix, vector, start, 0, rows, mlen, hlen)


@pytest.mark.parametrize(("rows", "columns", "step"), [(4, 4, 64), (4, 4, 256), (1, 16384, 0)])
def test_write_out_agrees_and_clears(rows: int, columns: int, step: int) -> None:
    acc = weights(6, rows * columns, special=0.01) * np.float32(1 + 2**-8)
    vector = bf16_rows(6, 16384 + 64)
    agree(tiles.write_out, vector, acc, 12, rows, columns, step)
    assert not acc.view(np.uint32).any()


def integers(*shape: int) -> Float32s:
    """Small whole numbers: every product below is exact in any order."""
    return np.random.default_rng(7).integers(-3, 4, shape).astype(np.float32)


def test_m_mm_takes_columns_and_m_tmm_rows() -> None:
    x, tile = integers(4, 64), integers(64, 64)
    for routine, start, expected in [
        (tiles.tile_multiply, 8, x @ tile[:, 8:12]),
        (tiles.tile_multiply_transposed, 8 * 64, x @ tile[8:12].T),
    ]:
        acc = np.zeros(16, dtype=np.float32)
        routine(acc, tile.ravel(), f32_to_bf16(x).ravel(), start, 0, 4, 4, 64)
        np.testing.assert_array_equal(acc.reshape(4, 4), expected)


def test_m_bmm_sees_the_head_fastest_and_m_btmm_the_head_slice() -> None:
    x, tile = integers(64, 64), integers(64, 64)
    batched, transposed = np.zeros((2, 4, 64, 64), dtype=np.float32)
    vector = f32_to_bf16(x).ravel()
    tiles.heads_multiply(batched.ravel(), tile.ravel(), vector, 16 * 64, 0, 64, 64, 16)
    tiles.heads_multiply_transposed(transposed.ravel(), tile.ravel(), vector, 16, 0, 64, 64, 16)
    for head in range(4):
        np.testing.assert_array_equal(batched[head], x[:, head::4] @ tile[16:32])
        slice_ = x[:, head * 16 : (head + 1) * 16]
        np.testing.assert_array_equal(transposed[head], slice_ @ tile[:, 16:32].T)


def test_gemm_is_dequantise_multiply_in_order_round() -> None:
    """64 x 128 x 64 by M_MM: k ascending within a tile, tiles ascending, one rounding to bf16."""
    random = np.random.default_rng(8)
    left, right = random.normal(size=(64, 128)), random.normal(size=(128, 64))
    x = blocks.dequantise(*blocks.quantise(left.astype(np.float32)))
    w = blocks.dequantise(*blocks.quantise(right.astype(np.float32)))

    expected = np.zeros((64, 64), dtype=np.float32)
    for tile in range(2):
        part = np.zeros((64, 64), dtype=np.float32)
        for k in range(tile * 64, (tile + 1) * 64):
            part += x[:, k, None] * w[k]
        expected += part

    vector = np.zeros(3 * 4096, dtype=np.uint16)  # X as [2][64][64], then the result
    vector[:8192] = f32_to_bf16(x).reshape(64, 2, 64).transpose(1, 0, 2).ravel()
    matrix, acc = w.ravel(), np.zeros(16, dtype=np.float32)
    for row in range(0, 64, 4):
        for column in range(0, 64, 4):
            for tile in range(2):
                start, source = tile * 4096 + column, tile * 4096 + row * 64
                tiles.tile_multiply(acc, matrix, vector, start, source, 4, 4, 64)
            tiles.write_out(vector, acc, 8192 + row * 64 + column, 4, 4, 64)
    np.testing.assert_array_equal(vector[8192:].reshape(64, 64), f32_to_bf16(expected))
    relative = np.abs(bf16_to_f32(vector[8192:]).reshape(64, 64) - x @ w).max()
    assert relative <= 2**-8 * np.abs(x @ w).max()
