"""Generators of kernels with knobs: a finite space of schedules for a cell.

A platform's are in `<platform>/knobs/<task>.py`, a function `space(cell) -> Space`, found by name.
"""

from __future__ import annotations

import importlib
import importlib.util
import math
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass

from kernelcraft import tasks
from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.unwritten import Unwritten


@dataclass(frozen=True)
class Knob:
    """One choice of a generator; `units` are those of the machine whose cycles depend on it."""

    name: str
    values: tuple[str | int, ...]
    units: tuple[str, ...] = ()


@dataclass(frozen=True)
class Space:
    """Every setting takes one value of each knob, by its index.

    `write` gives the kernel of a setting; it raises Unwritten where the generator has none. A
    kernel may be wrong: that is for grading to find.
    """

    knobs: tuple[Knob, ...]
    write: Callable[[tuple[int, ...]], str]

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many values each knob has."""
        return tuple(len(knob.values) for knob in self.knobs)

    @property
    def count(self) -> int:
        """How many settings there are."""
        return math.prod(self.sizes)


def tasks_with_knobs(platform: str) -> tuple[str, ...]:
    """The tasks for which a platform has generators with knobs, for some sizes at least."""
    package = f"kernelcraft.kernels.{platform}"
    if any(importlib.util.find_spec(name) is None for name in (package, f"{package}.knobs")):
        return ()
    folder = importlib.import_module(f"{package}.knobs")
    files = (module.name for module in pkgutil.iter_modules(folder.__path__))
    return tuple(sorted(name for name in files if name in tasks.names(tasks.arithmetic(platform))))


def space(cell: Cell) -> Space | None:
    """The settings of the generator for a cell; None where there is no generator with knobs."""
    package = f"kernelcraft.kernels.{cell.platform.name}"
    for name in (package, f"{package}.knobs", f"{package}.knobs.{cell.task.name}"):
        if importlib.util.find_spec(name) is None:
            return None
    module = importlib.import_module(f"{package}.knobs.{cell.task.name}")
    try:
        found: Space = module.space(cell)
    except Unwritten:
        return None
    return found
