"""Bounds of what is composed: FFN, SwiGLU, attention with and without projections, blocks."""

from __future__ import annotations

import math

from kernelcraft.platforms.plena.kernels.bounds.products import (
    interleaved,
    multiply,
    permutation,
    product,
    small_weights,
    stored_tile,
    tile_count,
)
from kernelcraft.platforms.plena.kernels.bounds.rows import SIGMOID
from kernelcraft.platforms.plena.kernels.bounds.transfers import (
    TILE_FETCH,
    rows_in,
    stored_tiles,
    tiles,
    whole_tile,
)
from kernelcraft.platforms.plena.kernels.bounds.work import (
    FETCH,
    ROW,
    TILE,
    Dims,
    Parts,
    Work,
    vectors,
)


def perceptron(gated: bool) -> Parts:
    """FFN, or SwiGLU if `gated`."""

    def parts(work: Work, sizes: Dims) -> None:
        permutation(work)
        rows_in(work, "x")
        _perceptron(work, sizes["n"], sizes["h"], sizes["h_i"], gated)

    return parts


def _perceptron(work: Work, rows: int, width: int, inner: int, gated: bool) -> None:
    hidden = rows * math.ceil(inner / work.row)
    ups = 2 if gated else 1
    tiles(work, ups * tile_count(work, width, inner), "weights of the inner layer")
    interleaved(work, rows, width, "x", products=[(ups * inner, "the inner layer")])
    vectors(work, hidden, SIGMOID + ups, "SiLU" if ups == 1 else "SiLU and the gate's product")
    product(work, rows, inner, width, "the outer layer")


def attention(work: Work, sizes: Dims) -> None:
    """One head: q from HBM, keys and values as tiles."""
    permutation(work)
    rows_in(work, "q")
    _heads(work, sizes["s"], sizes["h"], 1, 1, given=True)
    work.results += sizes["s"] * math.ceil(sizes["h"] / work.row)
    if work.usual and sizes["s"] <= TILE and sizes["h"] == ROW:
        _narrow(work)


def _narrow(work: Work) -> None:
    """One tile of keys and one of values, whose scales lie on two data buses of four. q may change
    places with the keys (the scores' transpose), so the cheaper of the two counts."""
    q, k, v = (whole_tile(work.cell.memory_map.input(name)) for name in "qkv")
    more = min(q, k) + v - 2 * TILE_FETCH
    work.add("dma", more, "keys and values: scales of neighbouring rows share a data bus")


def _heads(
    work: Work, rows: int, width: int, heads: int, kv_heads: int, *, given: bool = False
) -> None:
    """Softmax(q·kᵀ)·v for heads of `width`. *Assumed*: a row's largest score is the cheapest number
    that keeps its exponentials finite (inputs have scores of 240 and -240 and, in every row, one
    that is 112 higher). Sums come from a product of the interleaved exponentials with ones, in all
    lanes: one for all heads, whose rows may go together."""
    blocks, keys = math.ceil(width / work.row), math.ceil(rows / work.row)
    come = tiles if given else stored_tiles
    come(work, 2 * kv_heads * keys * blocks, "keys and values")
    if work.usual:
        _other_order(work, heads * rows * min(blocks, keys), 2 if given else 1)
    stacked = heads // kv_heads * rows  # queries of all heads that share keys
    for _ in range(kv_heads):
        interleaved(work, stacked, width, "q", products=[(rows, "scores")])
        interleaved(work, stacked, rows, "exponentials", products=[(width, "E times values")])
    multiply(work, heads * rows, rows, work.row, "sums of the exponentials")
    vectors(work, heads * rows, 1, "search for the largest score begun")
    vectors(work, heads * rows * keys, 4 + 1 + 1, "V_RED_MAX, subtraction, exponentials")
    vectors(work, heads * rows, blocks + 2, "reciprocals of the sums, and products with them")


def _other_order(work: Work, count: int, passes: int) -> None:
    """Keys are multiplied as they lie by queries that M_BTMV reads, with 16 lanes for a row of
    four; values by exponentials that M_BMV reads, with every fourth lane for a row.

    A permutation in either direction gives one of these. For the other there is a second one, or
    queries or exponentials go through it again (*assumed*: no tile gives both): three times instead
    of once where the keys are `given`, perhaps twice where keys may be stored in another order.
    """
    again = passes * count * (FETCH + 1) / FETCH
    work.cheaper(
        lambda way: stored_tile(way, "a second permutation"),
        lambda way: way.add("matrix", again, f"{count} rows permuted {passes} more times"),
    )


def _multi_head(
    work: Work, rows: int, width: int, heads: int, kv_heads: int, memory: bool = False
) -> None:
    """With its four projections, from a normalised or given x in vector SRAM. Whether keys are
    projected and stored or absorbed, wk and wv are fetched and multiply as many rows; only the
    fetches of keys and values count beside, and no store."""
    head = width // heads
    kv = head * kv_heads
    for columns in (width, kv, kv):
        tiles(work, tile_count(work, width, columns), "weights of q, k or v")
    if memory:
        interleaved(work, rows, width, "x", products=[(width, "q")])
        interleaved(work, rows, width, "memory", products=[(2 * kv, "k and v")])
    else:
        interleaved(work, rows, width, "x", products=[(width + 2 * kv, "q, k and v")])
    _heads(work, rows, head, heads, kv_heads)
    product(work, rows, width, width, "the output projection")


def multi_head(work: Work, sizes: Dims) -> None:
    """MHA, GQA and MQA."""
    permutation(work)
    small_weights(work)
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
    count = rows * math.ceil(width / work.row)
    vectors(work, count, 1 + 1, "squares, and products with 1 / root")
    multiply(work, rows, width, work.row, "sums of squares")


def decoder(memory: bool) -> Parts:
    """A decoder block: LLaMA's, or T5's if it attends to a `memory`, too."""

    def parts(work: Work, sizes: Dims) -> None:
        rows, width, heads = sizes["s"], sizes["h"], sizes["n_h"]
        count = rows * math.ceil(width / work.row)
        permutation(work)
        small_weights(work)
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
