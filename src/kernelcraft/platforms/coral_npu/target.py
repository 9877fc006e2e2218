"""What the native simulator of the Coral NPU is compiled from."""

from __future__ import annotations

from types import ModuleType

from kernelcraft.platforms.coral_npu.instructions import coral
from kernelcraft.platforms.coral_npu.machine import Coral
from kernelcraft.platforms.riscv import csrs, memory, softfloat, varithmetic, vmemory, vpermute
from kernelcraft.sim.emit import Target
from kernelcraft.sim.routine import Routine


def _routines(module: ModuleType) -> tuple[Routine[..., object], ...]:
    return tuple(thing for thing in vars(module).values() if isinstance(thing, Routine))


MODULES = (memory, csrs, softfloat, vmemory, vpermute)
TABLES: tuple[Routine[..., object], ...] = (
    *varithmetic.ROUTINES.values(),
    *vpermute.REDUCTIONS.values(),
)
ROUTINES = tuple(dict.fromkeys((*(r for m in MODULES for r in _routines(m)), *TABLES)))
TARGET = Target("coral_npu", coral, Coral, ROUTINES, csrs.prelude)
