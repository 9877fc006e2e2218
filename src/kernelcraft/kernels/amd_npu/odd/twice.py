"""Does everything twice, on what the first pass left behind."""

from collections.abc import Iterator

from kernelcraft.kernels import find_cells
from kernelcraft.kernels.amd_npu.snippets import around
from kernelcraft.kernels.suspects import Known, Suspect


def suspects(known: Known) -> Iterator[Suspect]:
    """Every task's first baseline, called twice."""
    for cell in find_cells(platform="amd_npu", config="C1"):
        yield Suspect("twice", cell.name, around(cell, times=2))
