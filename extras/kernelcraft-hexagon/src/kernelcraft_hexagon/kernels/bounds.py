"""Cycles that no kernel can beat: packets that its work fills, whatever their order."""

from __future__ import annotations

import math
from typing import Final

from kernelcraft.cells.cell import Cell

LINE: Final = 128  # bytes of a vector, of which a packet loads one and stores one
PRODUCTS: Final = 2 * LINE + 8  # of bytes in a packet: two multipliers, and a scalar one beside


def bound(cell: Cell) -> int:
    """The largest of loads, stores and products, and the packet that returns where it has none."""
    loaded = max(_lines(math.prod(each.shape)) for each in cell.inputs)
    stored = _lines(math.prod(cell.output.shape))
    return max(loaded, stored, -(-_products(cell) // PRODUCTS))


def _products(cell: Cell) -> int:
    """Products that a task's sums need."""
    sizes = cell.dims
    if cell.task.name == "conv2d":
        # The window is inside of the image at all of (H - k + 1)^2 pixels at least.
        inside = max(sizes["H"] - sizes["k"] + 1, 0) ** 2
        return int(inside * sizes["k"] ** 2 * sizes["c_in"] * sizes["c_out"])
    if cell.task.name in ("gemm", "gemv"):
        return math.prod(sizes.values())
    return 0


def _lines(size: int) -> int:
    """Vectors of so many bytes; a scalar access beside a vector's may bring eight more."""
    return size // (LINE + 8)
