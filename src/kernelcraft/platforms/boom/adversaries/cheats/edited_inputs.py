"""Changes what it was given, so that an easy answer becomes the right one."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.boom.kernels.snippets import around, filled, same, stored


def suspects(known: Known) -> Iterator[Suspect]:
    """Before or after a right kernel."""
    for name in ("boom/qsort/C1", "boom/dhrystone/C1"):
        cell = load_cell(name)
        for placement in cell.memory_map.inputs:
            region, tensor = placement.region, placement.tensor.name
            cleared = filled(region.start, region.size, 0)
            for title, text in (
                (f"{tensor} cleared first", around(cell, cleared)),
                (f"{tensor} cleared afterwards", around(cell, after=cleared)),
                (f"{tensor} written as it was", around(cell, after=same(region.start))),
                (f"the last byte of {tensor}", around(cell, after=stored(region.end - 1))),
            ):
                yield Suspect(title, name, text, ("fault",))
