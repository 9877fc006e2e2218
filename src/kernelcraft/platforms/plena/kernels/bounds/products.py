"""The least cycles of products of matrices."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Final

from kernelcraft.platforms.plena.kernels.bounds.transfers import (
    STORE,
    TILE_FETCH,
    rows_in,
    stored_tiles,
    tiles,
    whole_tile,
)
from kernelcraft.platforms.plena.kernels.bounds.work import (
    FETCH,
    REGISTERS,
    ROW,
    TILE,
    Dims,
    Parts,
    Work,
    vectors,
)
from kernelcraft.platforms.plena.machine.hbm2 import ELEMENTS_A_SCALE

BATCH: Final = 256  # rows of X that one M_BMM covers: 64 for each of 4 heads
SECTION: Final = 16  # rows or columns of a tile that one instruction multiplies
TILES: Final = 4  # in matrix SRAM
HELD: Final = REGISTERS - 1  # numbers in registers, but for 0


def tile_count(work: Work, depth: int, columns: int) -> int:
    """Tiles of a matrix, the last ones of a row or column perhaps in part."""
    return math.ceil(depth / work.row) * math.ceil(columns / work.row)


def multiply(
    work: Work, rows: int, depth: int, columns: int, what: str, *, addressed: bool = False
) -> None:
    """[rows][depth] x [depth][columns] with the weights in tiles: the cheapest of `_by_vectors`,
    `_by_batches`, and batches of 256 rows with vectors for the rest.

    On other machines than the usual one MLEN² multiplications a cycle, the most of any instruction:
    M_BMV has MLEN heads of HLEN x MLEN elements, M_BMM takes MLEN times as long for MLEN rows.
    """
    if not work.usual:
        cycles = rows * depth * columns // work.shape.tile
        work.add("matrix", cycles, f"{what}: {work.shape.tile:,} multiplications a cycle")
        return
    whole = rows // BATCH * BATCH

    def mixed(work: Work) -> None:
        _by_batches(work, whole, depth, columns, what)
        _by_vectors(work, rows - whole, depth, columns, what, addressed)

    work.cheaper(
        lambda way: _by_vectors(way, rows, depth, columns, what, addressed),
        lambda way: _by_batches(way, rows, depth, columns, what),
        *([mixed] if 0 < whole < rows else []),
    )


def _sections(depth: int, columns: int) -> int:
    """A tile has four sections of 16 rows, or columns, that one instruction multiplies."""
    return math.ceil(depth / SECTION) * math.ceil(columns / ROW)


def _by_batches(work: Work, rows: int, depth: int, columns: int, what: str) -> None:
    """M_BMM and M_BTMM take 64 cycles for 256 rows, used or not. A write-out leaves 256 rows."""
    batches = math.ceil(rows / BATCH)
    cycles = batches * (TILE * _sections(depth, columns) + math.ceil(columns / ROW))
    work.add("matrix", cycles, f"{what}: {rows} rows by M_BMM, and the write-outs")


def _by_vectors(
    work: Work, rows: int, depth: int, columns: int, what: str, addressed: bool
) -> None:
    """M_BMV and M_BTMV take a cycle for a vector that holds 16 elements of each of 4 rows; a
    write-out leaves 4 rows. (M_MM is 64 times slower.)

    `addressed`: with the addresses of these vectors, and with sums of partial results where matrix
    SRAM cannot hold the depth, of the cheapest arrangement: `deep` tiles below one another, the
    others beside them. A vector serves once for every tile beside (there is one accumulator), and
    then all others do before it is used again, so that 15 registers at most still hold its address.
    Rows of partial sums need addresses, too. (*Assumed*: vectors are not moved to addresses that
    are at hand.)
    """
    fours, outs = math.ceil(rows / FETCH), math.ceil(columns / ROW)
    sections = math.ceil(depth / SECTION)
    products = f"{what}: {rows} rows by M_BMV, and the write-outs"
    if not addressed:
        work.add("matrix", fours * outs * (sections + 1), products)
        return

    def arranged(deep: int) -> Callable[[Work], None]:
        def parts(work: Work) -> None:
            chunks = math.ceil(sections / (FETCH * deep))
            added, sets = (chunks - 1) * rows * outs, math.ceil(outs / (TILES // deep))
            fresh = sets * (fours * sections - chunks * HELD) + added
            work.add("matrix", fours * outs * (sections + chunks), products)
            vectors(work, added, 1, f"{what}: partial sums added")
            work.address(max(0, fresh), f"{what}: addresses of {fours * sections} vectors")

        return parts

    work.cheaper(*map(arranged, range(1, TILES + 1)))


def interleaved(
    work: Work, rows: int, depth: int, what: str, *, products: Iterable[tuple[int, str]]
) -> None:
    """X, [rows][depth], with 16 elements of each of 4 rows in a vector, times weights of some
    `columns` each. No instruction moves lanes but a product with a permutation.

    M_BTMV takes a vector a cycle and a write-out for four of them; M_BTMM 64 cycles for 64 rows and
    for each of four heads. Where M_BMM multiplies, as many heads are enough as rows need.
    """
    if not work.usual:
        for columns, product in products:
            multiply(work, rows, depth, columns, product)
        return
    blocks, batches = math.ceil(depth / ROW), math.ceil(rows / BATCH)
    by_fours = blocks * math.ceil(rows / FETCH) * (FETCH + 1)
    full = blocks * batches * (BATCH + 1)
    heads = blocks * (math.ceil(rows / TILE) * TILE + batches)

    def by_vectors(work: Work) -> None:
        work.add("matrix", min(by_fours, full), f"{what}: {rows} rows interleaved by fours")
        for columns, product in products:
            multiply(work, rows, depth, columns, product, addressed=True)

    def by_batches(work: Work) -> None:
        work.add("matrix", heads, f"{what}: {rows} rows interleaved by 64")
        for columns, product in products:
            _by_batches(work, rows, depth, columns, product)

    work.cheaper(by_vectors, by_batches)


def permutation(work: Work) -> None:
    """The permutation is no input; on other machines than the usual one it is given up."""
    if not work.usual:
        return
    work.lanes = True
    stored_tile(work, "the permutation")


def stored_tile(work: Work, what: str) -> None:
    """64 rows, which all differ, are stored, four at a time, and fetched as a tile. Of a row's
    blocks all but one may have a scale of 0; so 8 rows of elements differ (*assumed*)."""
    stores = TILE // FETCH
    work.add("dma", stores * STORE, f"{what} stored")
    work.transfers += stores
    vectors(work, ELEMENTS_A_SCALE, 1, f"{what}: rows that differ")
    stored_tiles(work, 1, what)


def small_weights(work: Work) -> None:
    """What more a weight of 64 x 64 takes, whose rows are adjacent."""
    for tensor in work.cell.memory_map.inputs:
        if work.usual and tensor.tensor.shape == (TILE, ROW) and tensor.tensor.name.startswith("w"):
            more = whole_tile(tensor) - TILE_FETCH
            work.add("dma", more, f"{tensor.tensor.name}: scales of rows share a data bus")


def product(work: Work, rows: int, depth: int, columns: int, what: str, count: int = 1) -> None:
    """X, in vector SRAM, times weights from HBM, all heads useful; `count` of the same kind."""
    tiles(work, count * tile_count(work, depth, columns), what)
    for _ in range(count):
        interleaved(work, rows, depth, what, products=[(columns, what)])


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
    count = tile_count(work, sizes["M"], sizes["N"])
    tiles(work, count, "A")
    rows_in(work, "x")
    if not work.usual:
        multiply(work, 1, sizes["N"], sizes["M"], "A times x")
        return
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
            small_weights(work)
            product(work, *shape, "x", members)

        if work.usual:
            work.cheaper(with_permutation, lambda way: every_fourth_row(way, *shape, members))
        else:
            product(work, *shape, "x", members)
        if bias:
            outs = math.ceil(sizes[columns] / work.row)
            rows_in(work, "b")
            vectors(work, outs * sizes[rows], 1, "the bias added")
            work.results += outs * sizes[rows]

    return parts
