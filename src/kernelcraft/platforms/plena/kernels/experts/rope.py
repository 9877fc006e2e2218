"""RoPE: rows turned by pairs of elements."""

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.plena.kernels.schedules import rope
from kernelcraft.platforms.plena.kernels.schedules.schedule import ROW, Schedule


def kernel(cell: Cell) -> str:
    """Rows of 128: four rows of both halves come to their place in the result, their cosines and
    sines to fixed places, so that only the results need addresses. Rows of 64: the rotation moves
    16 lanes as a whole, so that it serves as the permutation that lets four rows be turned at once.
    Raises Unwritten for others.

    Transfers limit: 43 % of C5, 41 % of C3, and 73 % of C1, which has too few rows for tiles. The
    vector unit's 3 cycles for 64 elements are 31 % of C5, addresses 15 %.
    """
    columns = cell.memory_map.input("x").detail("columns")
    s = Schedule(cell, f"rows of {columns}, four at a time")
    if columns == ROW:
        rope.turned(s)
    elif columns == 2 * ROW:
        rope.swapped(s)
    else:
        raise Unwritten(f"{cell.name}: rows of {columns} are neither {ROW} nor {2 * ROW}")
    return s.shortest()
