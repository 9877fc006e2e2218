"""Other values for elements of an input, and nothing else changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Tensor
from kernelcraft.tasks.task import FloatArray

Indices = npt.NDArray[np.int64]
LARGER: Final = (64.0, 16.0, 4.0)
"""Sizes of changes, in rms of the tensor, for dependences that a usual change does not show."""


def changes(cell: Cell, tensor: Tensor, values: FloatArray, at: Indices) -> Iterator[FloatArray]:
    """The tensor with other values at flat indices `at`: first usual ones, then larger ones.

    What the memory holds is asked of the platform: where elements share a scale, a value that
    would change neighbours is left out, with the others of that row. `values` are as the memory
    holds them.
    """
    for wanted in _candidates(tensor, values, at):
        held = _held(cell, tensor, values, at, wanted)
        if held is not None:
            yield held


def _held(
    cell: Cell, tensor: Tensor, values: FloatArray, at: Indices, wanted: FloatArray
) -> FloatArray | None:
    """What the memory holds, if only elements at `at` are others."""
    width = values.shape[-1]
    for _ in range(2):
        changed = values.copy()
        changed.flat[at] = wanted
        if tensor.element == "float":
            changed = cell.platform.representable(tensor, changed)
        other = (changed != values).reshape(-1)
        if not other.any():
            return None
        other[at] = False
        if not other.any():
            return changed
        kept = ~np.isin(at // width, np.flatnonzero(other) // width)
        at, wanted = at[kept], wanted[kept]
    return None


def _candidates(tensor: Tensor, values: FloatArray, at: Indices) -> Iterator[FloatArray]:
    """Another sign and size and an end of what the tensor holds, sizes beyond, and the others."""
    flat, real = values.reshape(-1), tensor.element == "float"
    own, high, low = flat[at], float(flat.max()), float(flat.min())
    farther = np.abs(high - own) >= np.abs(low - own)
    if real:
        yield -own / 2
    yield np.where(farther, high, low)
    if real:
        size = float(np.sqrt(np.mean(flat**2)))
        for factor in LARGER:
            yield -np.copysign(factor * size, own)
            yield np.copysign(factor * size, own)
    yield np.where(farther, low, high)
    yield flat[(at + flat.size // 2) % flat.size]
    if real:
        yield -own
