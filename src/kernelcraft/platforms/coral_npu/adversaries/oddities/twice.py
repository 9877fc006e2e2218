"""Does everything twice, on what the first pass left behind."""

from collections.abc import Iterator

from kernelcraft.cells.cell import find_cells
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.coral_npu.kernels.snippets import around, call


def suspects(known: Known) -> Iterator[Suspect]:
    """Every task's first baseline."""
    for cell in find_cells(platform="coral_npu", config="C1"):
        yield Suspect("twice", cell.name, around(cell, after=call(cell)))
