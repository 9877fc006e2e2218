"""What the native simulator of the Coral NPU is compiled from."""

from __future__ import annotations

from types import ModuleType

from kernelcraft.platforms.coral_npu.machine import scalar_timing, timeline, vector_timing
from kernelcraft.platforms.coral_npu.machine.instructions import coral
from kernelcraft.platforms.coral_npu.machine.state import Coral
from kernelcraft.riscv import csrs, memory, softfloat, varithmetic, vmemory, vpermute
from kernelcraft.sim.emit import Interpreter
from kernelcraft.sim.routine import Routine


def _routines(module: ModuleType) -> tuple[Routine[..., object], ...]:
    return tuple(thing for thing in vars(module).values() if isinstance(thing, Routine))


MODULES = (memory, csrs, softfloat, vmemory, vpermute, scalar_timing, vector_timing)
TABLES: tuple[Routine[..., object], ...] = (
    *varithmetic.ROUTINES.values(),
    *vpermute.REDUCTIONS.values(),
)
ROUTINES = tuple(dict.fromkeys((*(r for m in MODULES for r in _routines(m)), *TABLES)))


def prelude() -> str:
    """C: the tables of the CSRs and the numbers of the timing model."""
    return csrs.prelude() + timeline.prelude()


INTERPRETER = Interpreter("coral_npu", coral, Coral, ROUTINES, prelude)
