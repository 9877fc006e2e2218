"""In which order the elements of a tensor lie in memory: in tiles where it is part of a product.

The last two axes of a factor or a product are a matrix of tiles, tile after tile row by row, each
tile row by row itself; matrices of the axes before follow one another. Anything else is row-major.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.platforms.platform import Part, PlacementError, Tensor

TILES: Final[dict[Part, tuple[int, int]]] = {"left": (4, 8), "right": (8, 4), "product": (4, 4)}
"""Rows and columns; what one vmac.f of bfloat16 multiplies, and its result."""
Order = npt.NDArray[np.int64]


@lru_cache(maxsize=64)
def order(tensor: Tensor) -> Order:
    """For each element in memory its position in the row-major tensor.

    Raises PlacementError for a matrix of a part that is no whole number of tiles.
    """
    positions = np.arange(math.prod(tensor.shape))
    if tensor.part is None:
        return positions
    (rows, columns), (high, wide) = tensor.shape[-2:], TILES[tensor.part]
    if rows % high or columns % wide:
        raise PlacementError(
            f"{tensor.name}: {rows} x {columns} is no whole number of tiles of {high} x {wide}"
        )
    tiles = positions.reshape(-1, rows // high, high, columns // wide, wide)
    return tiles.transpose(0, 1, 3, 2, 4).reshape(-1)


def sentence(tensor: Tensor) -> str:
    """The layout as the prompt's table says it, such as [M/4][K/8][4][8]."""
    if tensor.part is None:
        return "row-major"
    high, wide = TILES[tensor.part]
    *outer, rows, columns = (str(size) for size in tensor.shape)
    if len(tensor.axes) == len(tensor.shape):
        *outer, rows, columns = tensor.axes
    batches = "".join(f"[{axis}]" for axis in outer)
    return f"tiles of {high}x{wide}: {batches}[{rows}/{high}][{columns}/{wide}][{high}][{wide}]"
