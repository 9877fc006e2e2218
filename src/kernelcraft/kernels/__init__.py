"""Writes kernels: `<platform>/compiler/<task>.py` the baseline, `<platform>/expert/` our best.

A kernel writer is a module with a function `kernel(cell) -> str`, found by its name, or the folder
itself for all tasks; it raises `Unwritten` for sizes that it does not cover. A bound is
`<platform>/bounds.py` with a function `bound(cell) -> int | None`; a lint for a machine that waits
for nothing is `<platform>/hazards.py` with `hazards(program)`, which gives `Hazard`s.
"""

import importlib
import importlib.util
from collections.abc import Mapping
from functools import cache, lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Literal, Protocol

from kernelcraft.kernels.cell import (
    Cell,
    UnknownName,
    find_cells,
    load_cell,
    make_cell,
    with_machine,
)
from kernelcraft.kernels.unwritten import Unwritten

if TYPE_CHECKING:
    from kernelcraft.isa.program import Program

__all__ = [
    "Cell",
    "Hazard",
    "UnknownName",
    "Unwritten",
    "baseline",
    "bound",
    "expert",
    "find_cells",
    "hazards",
    "load_cell",
    "make_cell",
    "missing_writer",
    "variants",
    "with_machine",
]


Kind = Literal["compiler", "expert"]


class Hazard(Protocol):
    """What a lint found; as text a sentence with its line. Doubtful if it may well be meant so."""

    @property
    def doubtful(self) -> bool: ...


@lru_cache(maxsize=256)
def baseline(cell: Cell) -> str:
    """The compiler's kernel for the cell; raises `Unwritten` where there is none."""
    return _written(cell, "compiler")


def variants(cell: Cell) -> Mapping[str, str]:
    """What the cell's compiler gives in each of its ways, by name; empty where it has but one.

    The baseline is the fastest of those that are right on all inputs. A compiler that has a file
    for each task names the ways there. Raises `Unwritten` where there is no compiler.
    """
    folder = f"{__name__}.{cell.platform.name}.compiler"
    module = _module(f"{folder}.{cell.task.name}") or _module(folder)
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


def hazards(cell: Cell, program: "Program") -> tuple[Hazard, ...] | None:
    """What looks like a mistake of timing, doubtful ones last; None where there is no lint."""
    module = _module(f"{__name__}.{cell.platform.name}.hazards")
    return None if module is None else tuple(module.hazards(program))


def missing_writer(cell: Cell, kind: Kind) -> str:
    """That nobody of the kind writes kernels of the cell's task, at any size; "" where one does."""
    if _writer(cell, kind) is not None:
        return ""
    return f"no {kind} writes {cell.task.name} kernels for {cell.platform.name}"


def _writer(cell: Cell, kind: Kind) -> ModuleType | None:
    folder = f"{__name__}.{cell.platform.name}.{kind}"
    module = _module(f"{folder}.{cell.task.name}") or _module(folder)
    return module if module is not None and hasattr(module, "kernel") else None


def _written(cell: Cell, kind: Kind) -> str:
    from kernelcraft.isa.assembler import TextLimits

    module = _writer(cell, kind)
    if module is None:
        raise Unwritten(missing_writer(cell, kind))
    # A text does not name the machine's settings: where they change nothing, it is the same.
    text = str(module.kernel(cell)).replace(cell.name, cell.usual_name)
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
