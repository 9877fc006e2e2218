"""GEMV: y = A·x."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules.vectors import tile_by_tile


def kernel(cell: Cell) -> str:
    """Every tile of A is fetched once and multiplied in 4 cycles of M_BTMV: x lies in four rows,
    each with one head only, so all heads' products can be added up until the end.

    Transfers limit: 94 % of C5.
    """
    (schedule,) = tile_by_tile(cell)
    return schedule.shortest()
