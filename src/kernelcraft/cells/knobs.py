"""Generators of kernels with knobs: a finite space of schedules for a cell.

A platform's are functions `space(cell) -> Space` of its part `kernels.knobs`, found as
`platforms.function` says.
"""

from __future__ import annotations

import math
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass, replace

from kernelcraft import tasks
from kernelcraft.cells import kernels, sizes
from kernelcraft.cells.cell import Cell, home
from kernelcraft.cells.platforms import function, part
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.cells.variants.names import parsed


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
    folder = part(platform, "kernels.knobs")
    if folder is None:
        return ()
    found = {each.name for each in pkgutil.iter_modules(folder.__path__)}
    found.update(getattr(folder, "SHARED", ()))
    return tuple(sorted(found & set(tasks.names(sizes.arithmetic(platform)))))


def space(cell: Cell) -> Space | None:
    """The settings of the generator for a cell; None where there is no generator with knobs."""
    usual = home(cell)
    if usual is not cell:
        variant = parsed(cell.platform.name)
        found = None if variant is not None and variant.reshaped else space(usual)
        return None if found is None else _said(cell, found)
    write = function(cell.platform.name, "kernels.knobs", cell.task.name, "space")
    if write is None:
        return None
    try:
        own: Space = write(cell)
    except Unwritten:
        return None
    return own


def _said(cell: Cell, usual: Space) -> Space:
    """The space of the usual machine's cell, its kernels as a variant writes them."""
    return replace(usual, write=lambda setting: kernels.said(cell, usual.write(setting)))
