"""Writes kernels: `<platform>/compiler/<task>.py` the baseline, `<platform>/expert/` our best.

A kernel writer is a module with a function `kernel(cell) -> str`, found by its name, or the folder
itself for all tasks; it raises `Unwritten` for sizes that it does not cover. A bound is
`<platform>/bounds.py` with a function `bound(cell) -> int | None`; a lint for a machine that waits
for nothing is `<platform>/hazards.py` with `hazards(program)`, which gives one text for each line.
"""

import importlib
import importlib.util
from collections.abc import Mapping
from functools import cache, lru_cache
from types import ModuleType
from typing import TYPE_CHECKING

from kernelcraft.kernels.cell import Cell, UnknownName, find_cells, load_cell, make_cell
from kernelcraft.kernels.unwritten import Unwritten

if TYPE_CHECKING:
    from kernelcraft.isa.program import Program

__all__ = [
    "Cell",
    "UnknownName",
    "Unwritten",
    "baseline",
    "bound",
    "expert",
    "find_cells",
    "hazards",
    "load_cell",
    "make_cell",
    "variants",
]


@lru_cache(maxsize=256)
def baseline(cell: Cell) -> str:
    """The compiler's kernel for the cell; raises `Unwritten` where there is none."""
    return _written(cell, "compiler")


def variants(cell: Cell) -> Mapping[str, str]:
    """What the cell's compiler gives in each of its ways, by name; empty where it has but one.

    The baseline is the faster of them. Raises `Unwritten` where there is no compiler.
    """
    module = _module(f"{__name__}.{cell.platform.name}.compiler")
    if module is None or not hasattr(module, "variants"):
        return {}
    found: Mapping[str, str] = module.variants(cell)
    return found


@lru_cache(maxsize=256)
def expert(cell: Cell) -> str:
    """Our best known kernel for the cell; raises `Unwritten` where there is none."""
    return _written(cell, "expert")


def bound(cell: Cell) -> int | None:
    """The cycles that no kernel of the cell can beat on its machine; None while it is unknown."""
    module = _module(f"{__name__}.{cell.platform.name}.bounds")
    return None if module is None else module.bound(cell)


def hazards(cell: Cell, program: "Program") -> tuple[str, ...] | None:
    """What looks like a mistake of timing, with its line; None where the platform has no lint."""
    module = _module(f"{__name__}.{cell.platform.name}.hazards")
    return None if module is None else tuple(map(str, module.hazards(program)))


def _written(cell: Cell, kind: str) -> str:
    from kernelcraft.isa.assembler import TextLimits

    folder = f"{__name__}.{cell.platform.name}.{kind}"
    module = _module(f"{folder}.{cell.task.name}") or _module(folder)
    if module is None or not hasattr(module, "kernel"):
        raise Unwritten(f"no {kind} writes {cell.task.name} kernels for {cell.platform.name}")
    text = str(module.kernel(cell))
    too_long = TextLimits().complaint(text)
    if too_long is not None:
        raise Unwritten(f"{cell.name}: {too_long}")
    return text


@cache
def _module(name: str) -> ModuleType | None:
    """The module, or None where it or a folder above it does not exist."""
    package = name.rpartition(".")[0]
    if package != __name__ and _module(package) is None:
        return None
    return importlib.import_module(name) if importlib.util.find_spec(name) else None
