"""A real compiler as the baseline: clang on our own C in `sources`, plain and with intrinsics."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.codegen.compiled.baselines import Baselines
from kernelcraft.platforms.coral_npu.kernels.baseline.clang import OPTIONS, compiled

ORIGINS: Final = ("plain", "rvv")
"""C that clang may vectorise by itself, and C with the intrinsics of riscv_vector.h."""
BASELINES: Final = Baselines(
    "coral_npu", Path(__file__).parent, OPTIONS, lambda cell: ORIGINS, compiled
)


def kernel(cell: Cell) -> str:
    """The faster of the two origins."""
    return BASELINES.kernel(cell)


def origins(cell: Cell) -> Mapping[str, str]:
    """Both texts by name; raises `NoCompiler` for a held-out cell where there is none."""
    return BASELINES.texts(cell)
