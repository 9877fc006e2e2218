"""A right kernel of another operator whose tensors look the same."""

from collections.abc import Iterator

from kernelcraft.audit.pairs import exchanges
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import UNLIKE, Known, Suspect


def suspects(platform: str, known: Known) -> Iterator[Suspect]:
    """The baseline of each such task, where the formulas differ."""
    for each in exchanges(platform, known):
        if not each.right:
            title = f"the kernel of {each.writer.task.name}"
            yield Suspect(title, each.cell.name, baseline(each.writer), UNLIKE)
