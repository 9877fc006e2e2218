"""Chooses the schedule of a product by its shape."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.plena.kernels.schedules import interleaved, products, whole
from kernelcraft.platforms.plena.kernels.schedules.products import SPAN, Products
from kernelcraft.platforms.plena.kernels.schedules.schedule import HEADS, ROW, Schedule

PERMUTATION = 420  # cycles until it is in matrix SRAM
APART, ADJACENT = 140, 200  # cycles of a tile, by how its rows lie


def product(cell: Cell) -> Schedule:
    """Interleaved rows of X where that pays, else every fourth row of W.

    Raises Unwritten for rows that are no fours.
    """
    if cell.memory_map.parameters["errata"]:
        return whole.product(cell)
    p = Products.of(cell)
    ways = (products.row_by_row, interleaved.four_rows_at_once)
    for way in ways[::-1] if _saved_by_a_permutation(p) > PERMUTATION else ways:
        for schedule in way(cell):
            return schedule
    raise Unwritten(f"{cell.name}: {p.rows} rows are no multiple of 4")


def _saved_by_a_permutation(p: Products) -> int:
    """About the cycles in which the tiles of every fourth row are fetched and multiplied, less
    those of the tiles as they lie: 7 of a row of results, and 2 of 64 of its depth."""
    outs = p.columns // ROW
    by_fourths = HEADS * -(-p.count * p.depth // SPAN) * APART
    whole_tiles = p.count * p.blocks * (APART if outs > 1 else ADJACENT)
    return outs * (by_fourths - whole_tiles + p.count * p.rows * (2 * p.blocks + 7))
