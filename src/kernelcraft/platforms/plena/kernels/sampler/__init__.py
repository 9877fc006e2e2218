"""Kernels of a sampler's steps, each for the base set or for one of the sets of proposals.

Which one a machine gets is decided by the instructions that it has: `chosen`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten

Writer = Callable[[Cell], str]
NO_WAY = (
    "the base set has no way from vector SRAM, FP SRAM or an f register to a gp register or "
    "INT SRAM, where the output lies"
)


def chosen(cell: Cell, ways: Mapping[str, Writer]) -> str:
    """The kernel of the first instruction that the machine has; "" stands for the base set."""
    for mnemonic, write in ways.items():
        if not mnemonic or mnemonic in cell.platform.isa.forms:
            return write(cell)
    raise Unwritten(f"{cell.name}: {NO_WAY}")
