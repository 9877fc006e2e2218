"""The shape of the machine that a kernel is written for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kernelcraft.cells.protocol import MemoryMap
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.plena.machine.configuration import PlenaConfiguration


@dataclass(frozen=True)
class Shape:
    """Elements of a row (MLEN = VLEN), of the edge of one result (BLEN) and of a head (HLEN), and
    the tiles that matrix SRAM holds."""

    row: int
    block: int
    section: int
    tiles: int

    @classmethod
    def of(cls, memory_map: MemoryMap) -> Shape:
        """That of a cell's machine."""
        p = memory_map.parameters
        return cls(p["mlen"], p["blen"], p["hlen"], p["matrix_sram_tiles"])

    @property
    def tile(self) -> int:
        """Elements of a tile of matrix SRAM."""
        return self.row * self.row

    @property
    def heads(self) -> int:
        """Heads that one batched instruction multiplies."""
        return self.row // self.section


_C: Final = PlenaConfiguration()
USUAL: Final = Shape(_C.mlen, _C.blen, _C.hlen, _C.matrix_sram_tiles)
"""Of the benchmark's machine, which experts, their schedules and the lowering table are for."""


def expect_usual(memory_map: MemoryMap, who: str) -> None:
    """Raises Unwritten for a machine of another shape; `who` writes for the usual one only."""
    shape = Shape.of(memory_map)
    if (shape.row, shape.block, shape.section) != (USUAL.row, USUAL.block, USUAL.section):
        raise Unwritten(
            f"{who} for MLEN = {USUAL.row}, BLEN = {USUAL.block} and HLEN = {USUAL.section} only; "
            f"this machine has {shape.row}, {shape.block} and {shape.section}"
        )
