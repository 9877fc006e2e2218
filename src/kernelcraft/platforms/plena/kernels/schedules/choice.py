"""Chooses the schedule of a product by its shape."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.plena.kernels.schedules import interleaved, products, whole
from kernelcraft.platforms.plena.kernels.schedules.schedule import ROW, Schedule

FEW = 64
"""Products of a row of 64 and a tile up to which a permutation never pays: each saves less than 14
of its 850 cycles."""


def product(cell: Cell) -> Schedule:
    """Interleaved rows of X where there is enough work for them, else every fourth row of W.

    Raises Unwritten for rows that are no fours.
    """
    if cell.memory_map.parameters["errata"]:
        return whole.product(cell)
    p = products.Products.of(cell)
    work = p.count * p.rows * p.blocks * p.columns // ROW
    ways = (products.row_by_row, interleaved.four_rows_at_once)
    for way in ways if work <= FEW else ways[::-1]:
        for schedule in way(cell):
            return schedule
    raise Unwritten(f"{cell.name}: {p.rows} rows are no multiple of 4")
