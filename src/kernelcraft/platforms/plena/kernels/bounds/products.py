"""The least cycles of products of matrices."""

from __future__ import annotations

import math
from typing import Final

from kernelcraft.platforms.plena.kernels.bounds.transfers import prefetch, rows_in, tiles
from kernelcraft.platforms.plena.kernels.bounds.work import (
    FETCH,
    ROW,
    TILE,
    Dims,
    Parts,
    Work,
    vectors,
)
from kernelcraft.platforms.plena.machine.hbm2 import ELEMENTS_A_SCALE, SCALE_BLOCK

BATCH: Final = 256  # rows of X that one M_BMM covers: 64 for each of 4 heads


def tile_count(depth: int, columns: int) -> int:
    """Tiles of a matrix, the last ones of a row or column perhaps in part."""
    return math.ceil(depth / TILE) * math.ceil(columns / ROW)


def multiply(work: Work, rows: int, depth: int, columns: int, what: str) -> None:
    """[rows][depth] x [depth][columns] with the weights in tiles.

    M_BMV and M_BTMV use 16 of a tile's 64 rows (or columns) and give 4 rows of X a result each, in
    a cycle; M_BMM and M_BTMM do so for 256 rows in 64 cycles, used or not; M_MM is 64 times slower.
    A write-out leaves 4 (or 256) rows of 64 results.
    """
    count = tile_count(depth, columns)
    single = FETCH * math.ceil(rows / FETCH)
    batched = FETCH * TILE * math.ceil(rows / BATCH)
    outs = math.ceil(columns / ROW)
    least = min(
        count * single + outs * math.ceil(rows / FETCH), count * batched + outs * rows // BATCH
    )
    work.add("matrix", least, f"{what}: {rows} rows x {count} tiles, and the write-outs")


def interleave(work: Work, vectors: int, what: str) -> None:
    """All four heads are useful only if a vector holds 16 elements of each of 4 rows. No
    instruction moves lanes but a product with a permutation: 64 vectors in 64 cycles."""
    work.add("matrix", vectors, f"{what}: {vectors} rows of 64 interleaved by a permutation")


def permutation(work: Work) -> None:
    """The permutation is no input: its 64 rows, which all differ, are stored and fetched as a tile.
    The store reads every block of scales once before it changes them."""
    work.lanes = True
    blocks = TILE * ROW // ELEMENTS_A_SCALE // SCALE_BLOCK
    work.add("dma", blocks * prefetch(1, 1), "the permutation stored")
    tiles(work, 1, "the permutation")


def product(work: Work, rows: int, depth: int, columns: int, what: str, count: int = 1) -> None:
    """X, in vector SRAM, times weights from HBM, all heads useful; `count` of the same kind."""
    tiles(work, count * tile_count(depth, columns), what)
    interleave(work, count * rows * math.ceil(depth / ROW), what)
    for _ in range(count):
        multiply(work, rows, depth, columns, what)


def every_fourth_row(work: Work, rows: int, depth: int, columns: int, count: int) -> None:
    """Without a permutation: tiles of every fourth row of the weights fit the heads of X as it is.
    One head of four is useful, and the four partial results of every row are added."""
    outs = count * rows * math.ceil(columns / ROW)
    fetches = FETCH * math.ceil(count * depth / (FETCH * TILE)) * math.ceil(columns / ROW)
    tiles(work, fetches, "every fourth row of the weights")
    work.add("matrix", FETCH * math.ceil(depth / TILE) * outs, "one head of four is useful")
    vectors(work, outs, FETCH - 1, "the four partial results added")


def gemv(work: Work, sizes: Dims) -> None:
    """A tile holds 64 outputs and 64 k; M_BTMV uses 16 of its columns at a time."""
    count = math.ceil(sizes["M"] / TILE) * math.ceil(sizes["N"] / ROW)
    tiles(work, count, "A")
    rows_in(work, "x")
    work.add("matrix", FETCH * count, "four M_BTMV a tile")
    outs = math.ceil(sizes["M"] / ROW)
    work.add("matrix", outs, "write-outs of 64 outputs")
    vectors(work, outs, FETCH - 1, "the heads' four partial results added")


def gemm(count: str | None, rows: str, depth: str, columns: str, bias: bool = False) -> Parts:
    """Products of X, which comes from HBM, with weights."""

    def parts(work: Work, sizes: Dims) -> None:
        members = sizes[count] if count else 1
        shape = sizes[rows], sizes[depth], sizes[columns]
        rows_in(work, "x")

        def with_permutation(work: Work) -> None:
            permutation(work)
            product(work, *shape, "x", members)

        work.cheaper(with_permutation, lambda way: every_fourth_row(way, *shape, members))
        if bias:
            outs = math.ceil(sizes[columns] / ROW)
            rows_in(work, "b")
            vectors(work, outs * sizes[rows], 1, "the bias added")
            work.results += outs * sizes[rows]

    return parts
