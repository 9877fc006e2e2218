"""clang on our own C in `sources`, plain and with HVX intrinsics; its assembly is in `assembly`.

Held-out cells are compiled when they are asked for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft_hexagon.kernels.baseline.clang import compiled

VECTORS: Final = "hvx"
ORIGINS: Final = ("plain", VECTORS)
"""C, which this clang does not vectorise by itself, and C with the intrinsics of HVX."""
ASSEMBLY: Final = Path(__file__).parent / "assembly"
MANIFEST: Final = ASSEMBLY / "manifest.json"


def kernel(cell: Cell) -> str:
    """The faster of the two origins; of a held-out cell the one that is faster everywhere."""
    if cell.held_out:
        return compiled(cell, VECTORS)
    return origins(cell)[json.loads(MANIFEST.read_text())["faster"][cell.name]]


@lru_cache(maxsize=64)
def origins(cell: Cell) -> Mapping[str, str]:
    """Both texts by name."""
    if cell.held_out:
        return {origin: compiled(cell, origin) for origin in ORIGINS}
    return {origin: path(cell, origin).read_text() for origin in ORIGINS}


def path(cell: Cell, origin: str) -> Path:
    """Where the text of a cell lies."""
    return ASSEMBLY / cell.task.name / f"{cell.configuration}.{origin}.s"


__all__ = ["ASSEMBLY", "MANIFEST", "ORIGINS", "compiled", "kernel", "origins", "path"]
