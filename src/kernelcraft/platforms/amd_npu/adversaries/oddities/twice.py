"""Does everything twice, on what the first pass left behind."""

from collections.abc import Iterator

from kernelcraft.cells.cell import find_cells
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.amd_npu.kernels.snippets import around


def suspects(known: Known) -> Iterator[Suspect]:
    """Every task's first baseline, called twice; what is streamed comes once."""
    for cell in find_cells(platform="amd_npu", config="C1"):
        if cell.memory_map.streamed:
            continue
        yield Suspect("twice", cell.name, around(cell, times=2))
