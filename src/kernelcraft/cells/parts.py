"""The components of a composite, as cells of the sizes that it needs of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kernelcraft import tasks
from kernelcraft.cells.cell import Cell, UnknownName, load_cell, published_as
from kernelcraft.cells.sizes import arithmetic
from kernelcraft.tasks.task import Component, Dims


@dataclass(frozen=True)
class Parts:
    """The cells of a composite's components, each with how often it is needed.

    missing: components of which the platform has no cell of that size; glue: that of the task.
    """

    cell: str
    cells: tuple[tuple[str, int], ...]
    missing: tuple[str, ...]
    glue: str


def parts_of(cell: Cell) -> Parts | None:
    """Those of a cell that is a composite; None for others, and for whole numbers, whose steps
    round otherwise alone than one after the other."""
    components = cell.task.components(cell.dims)
    if not components or arithmetic(cell.platform.name) != "float":
        return None
    cells, missing = dict[str, int](), list[str]()
    for part in components:
        known = _cell(cell, part)
        if known is None:
            missing.append(f"{part.task} {','.join(f'{k}={v}' for k, v in part.dims.items())}")
        else:
            cells[known.name] = cells.get(known.name, 0) + part.times
    return Parts(cell.name, tuple(cells.items()), tuple(dict.fromkeys(missing)), cell.task.glue)


def _cell(of: Cell, part: Component) -> Cell | None:
    """The part on the composite's machine; elements may stand in rows of another width."""
    platform = of.platform.name
    for dims in _shapes(part):
        sizes = ",".join(f"{name}={size}" for name, size in dims.items())
        try:
            configuration = published_as(platform, part.task, dims) or sizes
            settings = f"+{of.settings}" if of.settings else ""
            return load_cell(f"{platform}/{part.task}/{configuration}{settings}")
        except (UnknownName, KeyError):
            continue
    return None


def _shapes(part: Component) -> Iterator[Dims]:
    """The sizes; of a function of single elements also with shorter, more rows."""
    yield part.dims
    if tasks.load(part.task).category == "activation" and part.dims.keys() == {"rows", "width"}:
        rows, width = part.dims["rows"], part.dims["width"]
        while width % 2 == 0:
            rows, width = 2 * rows, width // 2
            yield {"rows": rows, "width": width}
