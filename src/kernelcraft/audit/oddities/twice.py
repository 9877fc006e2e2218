"""Does everything twice: the whole kernel after itself, on what the first pass left behind."""

from collections.abc import Iterator

from kernelcraft.audit.pairs import first_cells
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect


def suspects(platform: str, known: Known) -> Iterator[Suspect]:
    """Every task's first baseline, where a kernel ends after its last line."""
    for cell in first_cells(platform):
        if cell.platform.ending:
            return
        text = baseline(cell)
        yield Suspect("twice", cell.name, f"{text}\n{text}")
