"""A right kernel of the same operator for another size: right only for that shape."""

from collections.abc import Iterator

from kernelcraft.kernels import baseline, find_cells
from kernelcraft.kernels.suspects import UNLIKE, Known, Suspect
from kernelcraft.report_card.pairs import first_cells


def suspects(platform: str, known: Known) -> Iterator[Suspect]:
    """The first configuration's baseline for the second, and the other way round."""
    for one in first_cells(platform):
        for other in find_cells(platform=platform, task=one.task.name)[1:2]:
            for cell, writer in ((one, other), (other, one)):
                title = f"the kernel of {writer.configuration}"
                yield Suspect(title, cell.name, baseline(writer), UNLIKE)
