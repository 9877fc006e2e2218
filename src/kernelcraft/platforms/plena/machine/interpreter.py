"""What the native simulator of PLENA is compiled from."""

from __future__ import annotations

from types import ModuleType

from kernelcraft.platforms.plena.machine import blocks, formats, hbm2, rows, tiles
from kernelcraft.platforms.plena.machine.instructions import plena
from kernelcraft.platforms.plena.machine.state import Plena
from kernelcraft.sim.emit import Interpreter
from kernelcraft.sim.routine import Routine


def _routines(module: ModuleType) -> tuple[Routine[..., object], ...]:
    return tuple(thing for thing in vars(module).values() if isinstance(thing, Routine))


MODULES = (formats, rows, tiles, blocks, hbm2)
ROUTINES = tuple(dict.fromkeys(r for module in MODULES for r in _routines(module)))
INTERPRETER = Interpreter("plena", plena, Plena, ROUTINES, formats.C_PRELUDE, optimised=3)
"""Its operations are long loops over vectors, which take 1.6 times as long otherwise."""
