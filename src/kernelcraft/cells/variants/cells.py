"""Cells on machines that are drawn anew for every episode, without end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle

from kernelcraft.cells.cell import as_cell
from kernelcraft.cells.variants import Strength, drawn_from, endless
from kernelcraft.cells.variants.shapes import absent


def drawn_cells(
    cells: Sequence[str], strength: Strength = "encoding", seed: int = 0
) -> Iterator[str]:
    """The names of the cells in turn, each time on another variant of its platform.

    The machines are none of those that `evaluate --on variants:N` draws; each has the cell's task.
    Equal arguments give equal names. Raises `UnknownName` for what is no cell, and ValueError for
    none, or one of a variant.
    """
    found = [as_cell(name) for name in cells]
    if not found:
        raise ValueError("expected at least one cell to draw machines for")
    for each in found:
        if drawn_from(each.platform.name):
            raise ValueError(f"{each.name} is a variant's already; name the platform's own cell")
    machines = {
        name: endless(name, strength, seed)
        for name in dict.fromkeys(each.platform.name for each in found)
    }
    for each in cycle(found):
        drawn = machines[each.platform.name]
        variant = next(v for v in drawn if each.task.name not in absent(str(v)))
        yield f"{variant}/{each.task.name}/{each.configuration}"
