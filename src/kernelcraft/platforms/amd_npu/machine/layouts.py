"""In which order the elements of a tensor lie in memory: in tiles where it is part of a product.

The last two axes of a factor or a product are a matrix of tiles, tile after tile row by row, each
tile row by row itself; matrices of the axes before follow one another. Anything else is row-major.
The transpose of a factor lies as the factor does. What is streamed lies in panels, one after the
other, and these in tiles.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.cells.protocol import Part, PlacementError, Tensor
from kernelcraft.sim.machine import Array

TILES: Final[Mapping[Part, tuple[int, int]]] = {"left": (4, 8), "right": (8, 4), "product": (4, 4)}
"""Rows and columns; what one vmac.f of bfloat16 multiplies, and its result."""
Order = npt.NDArray[np.int64]
_TO_MEMORY: Final = (0, 1, 4, 2, 5, 3, 6)
_FROM_MEMORY: Final = (0, 1, 3, 5, 2, 4, 6)


@dataclass(frozen=True)
class Panel:
    """Rows and columns of the parts of a matrix that follow one another."""

    rows: int
    columns: int


def arranged(tensor: Tensor, values: Array, panel: Panel | None = None) -> Array:
    """The elements in the order of memory, which is one panel unless one is given.

    Raises PlacementError for a matrix of a part that is no whole number of tiles.
    """
    if tensor.part is None:
        return values.reshape(-1)
    if tensor.part == "right transposed":
        return arranged(_transposed(tensor), np.swapaxes(values, -1, -2), panel)
    batches, rows, high, heights, columns, wide, widths = _axes(tensor, panel)
    split = values.reshape(batches, rows, high, heights, columns, wide, widths)
    return split.transpose(_TO_MEMORY).reshape(-1)


def restored(tensor: Tensor, values: Array, panel: Panel | None = None) -> Array:
    """The tensor in its own shape, from its elements in the order of memory."""
    if tensor.part is None:
        return values.reshape(tensor.shape)
    if tensor.part == "right transposed":
        return np.swapaxes(restored(_transposed(tensor), values, panel), -1, -2)
    axes = _axes(tensor, panel)
    split = values.reshape([axes[axis] for axis in _TO_MEMORY])
    return split.transpose(_FROM_MEMORY).reshape(tensor.shape)


def _transposed(tensor: Tensor) -> Tensor:
    """The factor itself, of a tensor of which the product takes the transpose."""
    *outer, rows, columns = tensor.shape
    *names, down, across = tensor.axes or ("",) * len(tensor.shape)
    axes = (*names, across, down) if tensor.axes else ()
    return replace(tensor, part="right", shape=(*outer, columns, rows), axes=axes)


def _axes(tensor: Tensor, panel: Panel | None) -> tuple[int, int, int, int, int, int, int]:
    """Batches; panels, tiles and elements down; the same across."""
    assert tensor.part is not None
    (rows, columns), (high, wide) = tensor.shape[-2:], TILES[tensor.part]
    if rows % high or columns % wide:
        raise PlacementError(
            f"{tensor.name}: {rows} x {columns} is no whole number of tiles of {high} x {wide}"
        )
    panel = panel or Panel(rows, columns)
    down, across = rows // panel.rows, columns // panel.columns
    batches = math.prod(tensor.shape[:-2])
    return batches, down, panel.rows // high, high, across, panel.columns // wide, wide


@lru_cache(maxsize=4)
def order(tensor: Tensor, panel: Panel | None = None) -> Order:
    """For each element in memory its position in the row-major tensor."""
    positions = np.arange(math.prod(tensor.shape))
    return np.asarray(arranged(tensor, positions, panel), np.int64)


def sentence(tensor: Tensor, panel: Panel | None = None) -> str:
    """The layout as the prompt's table says it, such as [M/4][K/8][4][8]."""
    if tensor.part is None:
        return "row-major"
    if tensor.part == "right transposed":
        return f"transposed, in {sentence(_transposed(tensor), panel)}"
    high, wide = TILES[tensor.part]
    *outer, rows, columns = (str(size) for size in tensor.shape)
    if len(tensor.axes) == len(tensor.shape):
        *outer, rows, columns = tensor.axes
    batches = "".join(f"[{axis}]" for axis in outer)
    if panel is None:
        return f"tiles of {high}x{wide}: {batches}[{rows}/{high}][{columns}/{wide}][{high}][{wide}]"
    down = "" if panel.rows == tensor.shape[-2] else f"[{rows}/{panel.rows}]"
    across = "" if panel.columns == tensor.shape[-1] else f"[{columns}/{panel.columns}]"
    tiles = f"[{panel.rows // high}][{panel.columns // wide}][{high}][{wide}]"
    return (
        f"panels of {panel.rows}x{panel.columns} in tiles of {high}x{wide}: "
        f"{batches}{down}{across}{tiles}"
    )
