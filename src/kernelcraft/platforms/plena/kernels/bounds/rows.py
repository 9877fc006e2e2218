"""Bounds of the tasks that work on rows: element functions, softmax, norms and RoPE."""

from __future__ import annotations

import math
from typing import Final

from kernelcraft.platforms.plena.kernels.bounds.products import multiply
from kernelcraft.platforms.plena.kernels.bounds.transfers import (
    STORE,
    TILE_FETCH,
    is_narrow,
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

SIGMOID: Final = 4
"""e^-x, + 1 and a reciprocal of 2 cycles; -x is free, another sign in a product (*assumed*: the two
exponentials e^(-a e^-bx) take as long, and no formula of 3 cycles stays within the tolerance)."""


def elementwise(cycles: int, what: str) -> Parts:
    """A function of every element: `cycles` for a vector, the last of which writes the result."""

    def parts(work: Work, sizes: Dims) -> None:
        count = sizes["rows"] * math.ceil(sizes["width"] / work.row)
        rows_in(work, "x")
        vectors(work, count, cycles, what)
        work.results += count

    return parts


def softmax(work: Work, sizes: Dims) -> None:
    """*Assumed*: sums in fp16. Half a unit of bf16 in a sum, its reciprocal and a product together
    are as large as the tolerance of an element near 1, so V_RED_SUM is the only way. A sum of
    exponentials fits fp16 only after a shift that follows the row: V_RED_MAX is the cheapest."""
    blocks = math.ceil(sizes["width"] / work.row)
    count = sizes["rows"] * blocks
    rows_in(work, "x")
    vectors(work, count, 4 + 1, "V_RED_MAX, and the maximum subtracted")
    vectors(work, count, 1 + 8 + 1, "exponentials, V_RED_SUM, and products with the reciprocal")
    vectors(work, sizes["rows"], 1 + 1 + 1, "both reductions begun, a reciprocal")
    work.results += count


def norm(mean: bool) -> Parts:
    """RMSNorm, or LayerNorm if there is a `mean`: row after row, or by columns of whole tiles.

    On other machines than the usual one what a sum and a mean cost is given up.
    """

    def parts(work: Work, sizes: Dims) -> None:
        rows, blocks = sizes["rows"], math.ceil(sizes["width"] / work.row)
        if work.usual:
            work.cheaper(
                lambda way: _by_rows(way, rows, blocks, mean),
                lambda way: _by_columns(way, rows, blocks, mean),
            )
        else:
            rows_in(work, "x")
            vectors(work, rows * blocks, 1 + 1, "squares, and products with 1 / root")
        work.results += rows * blocks

    return parts


def _by_rows(work: Work, rows: int, blocks: int, mean: bool) -> None:
    """V_RED_SUM and scalar work."""
    rows_in(work, "x")
    vectors(work, rows * blocks, 1 + 8 + 1, "squares, V_RED_SUM, and products with 1 / root")
    vectors(work, rows, 1 + 1 + 1, "the sum begun, a root, a reciprocal")
    if mean:
        vectors(work, rows * blocks, 8 + 1, "V_RED_SUM, and the mean subtracted")
        vectors(work, rows, 1 + 1 + 1, "that sum begun, the mean and its square")


def _by_columns(work: Work, rows: int, blocks: int, mean: bool) -> None:
    """M_BTMV and a write-out turn 4 columns of a tile into vectors in 2 cycles, 64 rows at once;
    sums of squares are 2 cycles a column. A vector of results for 64 rows is spread over the rows
    by the matrix unit, 4 rows in 2 cycles, and the rows themselves leave the tile at that rate."""
    groups = math.ceil(rows / TILE)
    work.lanes = True
    tiles(work, groups * blocks, "x")
    x = work.cell.memory_map.input("x")
    if is_narrow(work, x):
        more = whole_tile(x) - TILE_FETCH
        work.add("dma", more, "x: scales of neighbouring rows share a data bus")
    work.add("dma", STORE, "ones stored, which spread a lane over a row")
    stored_tiles(work, 1, "ones")
    quarters = math.ceil(rows / FETCH)
    columns = groups * blocks * ROW
    work.add("matrix", columns / 2, "columns of x as vectors")
    vectors(work, columns, 2, "squares and their sums")
    vectors(work, groups, 2 + 2, "at least a reciprocal and the root's steps")
    work.add("matrix", 2 * quarters, "1 / root of every row in all lanes")
    work.add("matrix", 2 * quarters * blocks, "rows of x out of the tiles")
    if mean:
        work.add("matrix", quarters * blocks, "the means taken off on the way")
        vectors(work, columns, 1, "the means taken off the columns (*assumed*)")
    vectors(work, rows * blocks, 1, "products")


def rope(work: Work, sizes: Dims) -> None:
    """cos and sin are equal in both halves of a row, so rows of 128 need only half of them."""
    blocks = math.ceil(sizes["d"] / work.row)
    count = sizes["s"] * blocks
    rows_in(work, "x")
    rows_in(work, "cos", 1 / blocks)
    rows_in(work, "sin", 1 / blocks)
    if blocks == 1 and work.usual:
        multiply(work, sizes["s"], ROW, ROW, "lanes change places")
    vectors(work, count, 3, "two products and a sum")
    work.results += count
