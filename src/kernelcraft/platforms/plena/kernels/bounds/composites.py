"""Bounds of what is composed: FFN, SwiGLU, attention with and without projections, blocks."""

from __future__ import annotations

import math

from kernelcraft.platforms.plena.kernels.bounds.products import (
    interleave,
    multiply,
    permutation,
    product,
    tile_count,
)
from kernelcraft.platforms.plena.kernels.bounds.rows import SIGMOID
from kernelcraft.platforms.plena.kernels.bounds.transfers import (
    TILE_FETCH,
    rows_in,
    tiles,
    whole_tile,
)
from kernelcraft.platforms.plena.kernels.bounds.work import ROW, TILE, Dims, Parts, Work, vectors


def perceptron(gated: bool) -> Parts:
    """FFN, or SwiGLU if `gated`."""

    def parts(work: Work, sizes: Dims) -> None:
        permutation(work)
        rows_in(work, "x")
        _perceptron(work, sizes["n"], sizes["h"], sizes["h_i"], gated)

    return parts


def _perceptron(work: Work, rows: int, width: int, inner: int, gated: bool) -> None:
    hidden = rows * math.ceil(inner / ROW)
    ups = 2 if gated else 1
    interleave(work, rows * math.ceil(width / ROW), "x")
    for _ in range(ups):
        tiles(work, tile_count(width, inner), "weights of the inner layer")
        multiply(work, rows, width, inner, "the inner layer")
    vectors(work, hidden, SIGMOID + ups, "SiLU" if ups == 1 else "SiLU and the gate's product")
    product(work, rows, inner, width, "the outer layer")


def attention(work: Work, sizes: Dims) -> None:
    """One head: q from HBM, keys and values as tiles."""
    blocks = math.ceil(sizes["h"] / ROW)
    permutation(work)
    rows_in(work, "q")
    interleave(work, sizes["s"] * blocks, "q")
    _heads(work, sizes["s"], sizes["h"], 1, 1)
    if sizes["s"] <= TILE and sizes["h"] == ROW:
        _narrow(work)


def _narrow(work: Work) -> None:
    """One tile of keys and one of values, whose scales lie on two data buses of four. q may change
    places with the keys (the scores' transpose), so the cheaper of the two counts."""
    q, k, v = (whole_tile(work.cell.memory_map.input(name)) for name in "qkv")
    more = min(q, k) + v - 2 * TILE_FETCH
    work.add("dma", more, "keys and values: scales of neighbouring rows share a data bus")


def _heads(work: Work, rows: int, width: int, heads: int, kv_heads: int) -> None:
    """Softmax(q·kᵀ)·v for heads of `width`, from interleaved q. A maximum is not needed: bf16 holds
    e^88. Sums come from a product of the interleaved exponentials with ones, in all lanes."""
    blocks, keys = math.ceil(width / ROW), math.ceil(rows / TILE)
    tiles(work, 2 * kv_heads * keys * blocks, "keys and values")
    stacked = heads // kv_heads * rows  # queries of all heads that share keys
    for _ in range(kv_heads):
        multiply(work, stacked, width, rows, "scores")
        multiply(work, stacked, rows, width, "products with the values")
        multiply(work, stacked, rows, ROW, "sums of the exponentials")
    scores = heads * rows * keys
    vectors(work, scores, 1, "exponentials")
    interleave(work, scores, "exponentials")
    vectors(work, heads * rows, blocks + 2, "reciprocals of the sums, and products with them")


def _multi_head(
    work: Work, rows: int, width: int, heads: int, kv_heads: int, memory: bool = False
) -> None:
    """With its four projections, from a normalised or given x in vector SRAM. Whether keys are
    projected and stored or absorbed, wk and wv are fetched and multiply as many rows; only the
    fetches of keys and values count beside, and no store."""
    blocks, head = math.ceil(width / ROW), width // heads
    kv = head * kv_heads
    interleave(work, rows * blocks * (2 if memory else 1), "x")
    for columns in (width, kv, kv):
        tiles(work, tile_count(width, columns), "weights of q, k or v")
        multiply(work, rows, width, columns, "q, k or v")
    interleave(work, rows * blocks, "q")
    _heads(work, rows, head, heads, kv_heads)
    product(work, rows, width, width, "the output projection")


def multi_head(work: Work, sizes: Dims) -> None:
    """MHA, GQA and MQA."""
    permutation(work)
    rows_in(work, "x")
    heads = sizes["n_h"]
    kv_heads = sizes.get("n_kv", heads)
    _multi_head(work, sizes["s"], sizes["h"], heads, kv_heads)


def mqa(work: Work, sizes: Dims) -> None:
    """Heads of queries share one head of keys and values."""
    multi_head(work, {**sizes, "n_kv": 1})


def _inner_norm(work: Work, rows: int, width: int) -> None:
    """Of rows in vector SRAM: squares, their sums by a product with ones, and the products with
    1 / root; what a root costs is given up."""
    count = rows * math.ceil(width / ROW)
    vectors(work, count, 1 + 1, "squares, and products with 1 / root")
    multiply(work, rows, width, ROW, "sums of squares")


def decoder(memory: bool) -> Parts:
    """A decoder block: LLaMA's, or T5's if it attends to a `memory`, too."""

    def parts(work: Work, sizes: Dims) -> None:
        rows, width, heads = sizes["s"], sizes["h"], sizes["n_h"]
        count = rows * math.ceil(width / ROW)
        permutation(work)
        for name in ("x", "memory") if memory else ("x",):
            rows_in(work, name)
        for crossed in (False, True)[: 2 if memory else 1]:
            _inner_norm(work, rows, width)
            _multi_head(work, rows, width, heads, heads, crossed)
            vectors(work, count, 1, "residual")
        _inner_norm(work, rows, width)
        _perceptron(work, rows, width, sizes["h_i"], gated=not memory)
        vectors(work, count, 1, "residual")
        work.results += count

    return parts
