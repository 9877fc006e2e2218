"""The instruction table of the AIE2 core: every form in one place, in families."""

from kernelcraft.platforms.amd_npu.machine.instructions import (
    control,
    convert,
    elementwise,
    floats,
    idle,
    lanes,
    lookups,
    memory,
    moves,
    multiply,
    scalar,
)
from kernelcraft.platforms.amd_npu.machine.instructions.table import aie2

__all__ = [
    "aie2",
    "control",
    "convert",
    "elementwise",
    "floats",
    "idle",
    "lanes",
    "lookups",
    "memory",
    "moves",
    "multiply",
    "scalar",
]
