"""Other values for one element of an input, and nothing else changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Tensor
from kernelcraft.tasks.task import FloatArray

LARGER: Final = (4.0, 16.0, 64.0)
"""Sizes of changes, in rms of the tensor, for dependences that a usual change does not show."""


def changes(cell: Cell, tensor: Tensor, values: FloatArray, at: int) -> Iterator[FloatArray]:
    """The tensor with another value at flat index `at`: as usual ones first, then larger ones.

    What the memory holds is asked of the platform: where elements share a scale, a value that
    would change its neighbours is left out. `values` are as the memory holds them.
    """
    for value in _candidates(tensor, values, at):
        changed = values.copy()
        changed.flat[at] = value
        held = (
            changed if tensor.element != "float" else cell.platform.representable(tensor, changed)
        )
        if held.flat[at] != values.flat[at] and np.count_nonzero(held != values) == 1:
            yield held


def _candidates(tensor: Tensor, values: FloatArray, at: int) -> Iterator[float]:
    """Another sign and size, the two ends of what the tensor holds, then sizes beyond."""
    own, ends = float(values.flat[at]), (float(values.max()), float(values.min()))
    if tensor.element == "float":
        yield -own / 2
    yield from sorted(ends, key=lambda end: -abs(end - own))
    yield float(values.flat[(at + values.size // 2) % values.size])
    if tensor.element == "float":
        yield -own
        size = float(np.sqrt(np.mean(values**2)))
        for factor in LARGER:
            yield -float(np.copysign(factor * size, own))
            yield float(np.copysign(factor * size, own))
