"""A real compiler as the baseline: clang on our own C in `sources`, plain and with intrinsics.

The assembly of every published cell is in `assembly`; other sizes are compiled when they are asked
for, which needs `pip install kernelcraft[baseline]`.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.baseline import race, shipped
from kernelcraft.platforms.coral_npu.kernels.baseline.clang import compiled

ORIGINS: Final = ("plain", "rvv")
"""C that clang may vectorise by itself, and C with the intrinsics of riscv_vector.h."""


def kernel(cell: Cell) -> str:
    """The faster of the two origins."""
    texts = origins(cell)
    if cell.held_out:
        return texts[race.faster(cell, texts)]
    return texts[shipped.manifest().faster[cell.name]]


@lru_cache(maxsize=256)
def origins(cell: Cell) -> Mapping[str, str]:
    """Both texts by name; raises `NoCompiler` for a held-out cell where there is none."""
    if cell.held_out:
        return {origin: compiled(cell, origin) for origin in ORIGINS}
    return {origin: shipped.path(cell, origin).read_text() for origin in ORIGINS}
