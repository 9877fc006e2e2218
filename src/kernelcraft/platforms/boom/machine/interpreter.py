"""What the native simulator of BOOM is compiled from."""

from __future__ import annotations

from types import ModuleType

from kernelcraft.platforms.boom.machine.core import (
    caches,
    fetch,
    misses,
    predictor,
    retire,
    timeline,
    units,
)
from kernelcraft.platforms.boom.machine.instructions import boom
from kernelcraft.platforms.boom.machine.state import Boom
from kernelcraft.riscv import memory, multiply, softfloat, user
from kernelcraft.sim.emit import Interpreter
from kernelcraft.sim.routine import Routine


def _routines(module: ModuleType) -> tuple[Routine[..., object], ...]:
    return tuple(thing for thing in vars(module).values() if isinstance(thing, Routine))


MODULES = (memory, user, multiply, softfloat, units, predictor, misses, caches, fetch, retire)
ROUTINES = tuple(dict.fromkeys(each for module in MODULES for each in _routines(module)))
INTERPRETER = Interpreter("boom", boom, Boom, ROUTINES, timeline.prelude)
