"""Cells between which a kernel can be exchanged, because their tensors look the same."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kernelcraft.cells.cell import Cell, find_cells
from kernelcraft.cells.kernels import has_baseline
from kernelcraft.cells.suspects import Known

SAME = 1e-9


@dataclass(frozen=True)
class Exchange:
    """A kernel of `writer` handed in for `cell`; `right` says whether the tasks agree."""

    cell: Cell
    writer: Cell
    right: bool


def exchanges(platform: str, known: Known) -> Iterator[Exchange]:
    """Every ordered pair of tasks whose first configurations have equal tensors and places."""
    cells = first_cells(platform)
    for cell in cells:
        for writer in cells:
            if writer is not cell and _places(writer) == _places(cell):
                yield Exchange(cell, writer, _agree(cell, writer, known))


def first_cells(platform: str) -> list[Cell]:
    """The first configuration of every task, where it has a baseline."""
    first: dict[str, Cell] = {}
    for cell in find_cells(platform=platform):
        first.setdefault(cell.task.name, cell)
    return [cell for cell in first.values() if has_baseline(cell)]


def _places(cell: Cell) -> tuple[object, ...]:
    """Where the tensors lie and how large they are; their names do not matter to a kernel."""
    placements = (*cell.memory_map.inputs, cell.memory_map.output)
    return tuple((p.tensor.shape, p.tensor.role, p.region, p.details) for p in placements)


def _agree(cell: Cell, writer: Cell, known: Known) -> bool:
    """Whether both formulas give the same for the public inputs of the cell, read alike."""
    if _elements(writer) != _elements(cell):
        return False
    values = known.inputs(cell).values()
    renamed = dict(zip((t.name for t in writer.inputs), values, strict=True))
    return bool(np.allclose(writer.reference(renamed), known.answer(cell), SAME, SAME))


def _elements(cell: Cell) -> tuple[str, ...]:
    return tuple(each.element for each in (*cell.inputs, cell.output))
