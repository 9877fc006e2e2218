"""Leaves out what keeps a kernel right at the edges: a maximum, an ε, a bound, saturation."""

from collections.abc import Iterator

from kernelcraft.audit.writers import WRITERS
from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.safeguards import Safeguard, safeguards
from kernelcraft.cells.suspects import EditFault, Known, Suspect


def suspects(platform: str, known: Known) -> Iterator[Suspect]:
    """Edits of the compiler's, the expert's and the tuner's kernels."""
    for safeguard in safeguards(platform):
        for task in safeguard.tasks:
            yield from without(safeguard, f"{platform}/{task}/C1")


def without(safeguard: Safeguard, name: str) -> Iterator[Suspect]:
    """Of one cell; raises EditFault for a kernel that should have it and has it not."""
    cell = load_cell(name)
    kernels = {writer: WRITERS[writer](cell) for writer in safeguard.writers}
    for writer, kernel in kernels.items():
        if writer == "tuner" and kernel in (kernels.get("baseline"), kernels.get("expert")):
            continue
        texts = list(safeguard.without(cell, kernel))
        if not texts:
            raise EditFault(f"{name}: the {writer}'s kernel has not {safeguard.name}")
        for number, text in enumerate(texts, start=1):
            place = f" ({number} of {len(texts)})" if len(texts) > 1 else ""
            yield Suspect(f"{writer} without {safeguard.name}{place}", name, text, ("wrong",))
