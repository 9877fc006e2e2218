"""What the native simulator of the AIE2 core is compiled from."""

from __future__ import annotations

from types import ModuleType

from kernelcraft.platforms.amd_npu.machine import dma, staging
from kernelcraft.platforms.amd_npu.machine.arithmetic import (
    bf16_mac,
    convert,
    elements,
    integer_mac,
    lookup,
    shift_round,
    shuffle,
)
from kernelcraft.platforms.amd_npu.machine.arithmetic.prelude import C_PRELUDE
from kernelcraft.platforms.amd_npu.machine.instructions import aie2
from kernelcraft.platforms.amd_npu.machine.state import AmdNpu
from kernelcraft.sim.emit import Interpreter
from kernelcraft.sim.routine import Routine


def _routines(module: ModuleType) -> tuple[Routine[..., object], ...]:
    return tuple(thing for thing in vars(module).values() if isinstance(thing, Routine))


def _prelude() -> str:
    return staging.c_prelude() + dma.c_prelude() + C_PRELUDE()


MODULES = (staging, dma, bf16_mac, convert, elements, integer_mac, lookup, shift_round, shuffle)
ROUTINES = tuple(dict.fromkeys(r for module in MODULES for r in _routines(module)))
INTERPRETER = Interpreter("amd_npu", aie2, AmdNpu, ROUTINES, _prelude)
