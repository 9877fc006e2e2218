"""A right kernel of the same operator for another size: right only for that shape."""

from collections.abc import Iterator

from kernelcraft.audit.pairs import first_cells
from kernelcraft.cells.cell import find_cells
from kernelcraft.cells.kernels import baseline, has_baseline
from kernelcraft.cells.suspects import UNLIKE, Known, Suspect


def suspects(platform: str, known: Known) -> Iterator[Suspect]:
    """The first configuration's baseline for the second, and the other way round."""
    for one in first_cells(platform):
        for other in find_cells(platform=platform, task=one.task.name)[1:2]:
            for cell, writer in ((one, other), (other, one)) if has_baseline(other) else ():
                title = f"the kernel of {writer.configuration}"
                yield Suspect(title, cell.name, baseline(writer), UNLIKE)
