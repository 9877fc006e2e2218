"""Which kernel a one-shot prompt shows: our expert's of another task of the same platform."""

from collections.abc import Iterator
from functools import cache
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell, UnknownName, find_cells, load_cell
from kernelcraft.cells.kernels import expert
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.isa.suggest import did_you_mean, nearest

AUTO: Final = "auto"
CONFIGURATION: Final = "C1"  # the smallest sizes have the shortest kernels
LONGEST: Final = 60_000  # assumed: characters of a kernel that leave a conversation room


@cache
def worked_example(cell: Cell, wanted: str = AUTO) -> Cell:
    """The cell whose expert kernel is shown to who works on `cell`.

    `wanted` is a task, or "auto": of the other tasks of the platform those of the same category
    first, then those of the nearest level, then in the platform's order; the first whose kernel is
    at most `LONGEST` characters long and is not, instruction by instruction, the cell's own
    expert's. Raises UnknownName where there is none.
    """
    others = {
        each.task.name: each
        for each in find_cells(cell.platform.name, config=CONFIGURATION)
        if each.task.name != cell.task.name
    }
    if wanted != AUTO:
        return _named(cell, wanted, others)
    ranked = sorted(others.values(), key=lambda each: _distance(cell, each))
    found = next(_fitting(cell, ranked), None)
    if found is None:
        raise UnknownName(f"no kernel of {cell.platform.name} can serve as an example", ())
    return found


def _named(cell: Cell, wanted: str, others: dict[str, Cell]) -> Cell:
    if wanted not in others:
        platform = cell.platform.name
        message = f"there is no other task {wanted!r} on {platform} to show as an example"
        raise UnknownName(message + did_you_mean(wanted, others), tuple(nearest(wanted, others)))
    if _text(others[wanted]) is None:
        raise UnknownName(f"there is no expert's kernel of {others[wanted].name}", ())
    return others[wanted]


def _distance(cell: Cell, other: Cell) -> tuple[bool, int]:
    return other.task.category != cell.task.category, abs(other.task.level - cell.task.level)


def _fitting(cell: Cell, ranked: list[Cell]) -> Iterator[Cell]:
    own = _text(load_cell(f"{cell.platform.name}/{cell.task.name}/{CONFIGURATION}"))
    for other in ranked:
        text = _text(other)
        if text is None or len(text) > LONGEST:
            continue
        if own is None or not _same(cell, own, text):
            yield other


def _same(cell: Cell, text: str, other: str) -> bool:
    """Whether two kernels consist of the same instructions (attention and FlashAttention do)."""
    assemble = cell.platform.assemble
    return np.array_equal(assemble(text).ops, assemble(other).ops)


def _text(cell: Cell) -> str | None:
    try:
        return expert(cell)
    except Unwritten:
        return None
