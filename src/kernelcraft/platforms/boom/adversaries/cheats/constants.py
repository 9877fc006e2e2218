"""Gives the same for all inputs: a number everywhere, or an input as it is."""

from collections.abc import Iterator

from kernelcraft.cells.cell import find_cells
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.boom.kernels.snippets import alone, copied, filled


def suspects(known: Known) -> Iterator[Suspect]:
    """Of what costs nothing to compute; an input as it is is what copy asks for."""
    for cell in find_cells("boom"):
        output, first = cell.memory_map.output.region, cell.memory_map.inputs[0].region
        zeros = alone(filled(output.start, output.size, 0))
        yield Suspect("0 everywhere", cell.name, zeros, ("wrong",))
        if cell.task.name != "copy" and first.size >= output.size:
            text = alone(copied(hex(first.start), output.start, output.size))
            yield Suspect("the first input as it is", cell.name, text, ("wrong",))
