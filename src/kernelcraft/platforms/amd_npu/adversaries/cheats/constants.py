"""Gives the same for all inputs: a number everywhere, or an input as it is."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.amd_npu.kernels.snippets import address, copied, filled, kernel

TASKS = ("silu", "relu", "rms_norm", "layer_norm")
ONE = 0x3F80


def suspects(known: Known) -> Iterator[Suspect]:
    """Of what costs nothing to compute."""
    for task in TASKS:
        cell = load_cell(f"amd_npu/{task}/C1")
        size = cell.memory_map.output.region.size
        there = address(cell, "output")
        yield Suspect("0", cell.name, kernel(there, filled("next", size, 0)), ("wrong",))
        yield Suspect("1", cell.name, kernel(there, filled("next", size, ONE)), ("wrong",))
        both = address(cell, "x") + address(cell, "output", "p2")
        yield Suspect("x as it is", cell.name, kernel(both, copied("next", size)), ("wrong",))
