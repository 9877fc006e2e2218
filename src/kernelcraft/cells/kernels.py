"""What a platform has written for its cells: baseline, expert kernels, bounds, a lint.

All are parts of its package. `kernels/baseline` and `kernels/experts` have for each task a module
with a function `kernel(cell) -> str`, found by its name, or are such a module for all tasks; it
raises `Unwritten` for sizes that it does not cover. A bound is `kernels.bounds` with a function
`bound(cell) -> int | None`; a lint for a machine that waits for nothing is `kernels.hazards` with
`hazards(program)`, which gives `Hazard`s.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Final, Literal, Protocol

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.platforms import part
from kernelcraft.cells.unwritten import Unwritten

if TYPE_CHECKING:
    from kernelcraft.isa.program import Program

Kind = Literal["compiler", "expert"]
_PARTS: Final[dict[Kind, str]] = {"compiler": "kernels.baseline", "expert": "kernels.experts"}


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
    module = _module(cell, "compiler")
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
    module = part(cell.platform.name, "kernels.bounds")
    return None if module is None else module.bound(cell)


def hazards(cell: Cell, program: Program) -> tuple[Hazard, ...] | None:
    """What looks like a mistake of timing, doubtful ones last; None where there is no lint."""
    module = part(cell.platform.name, "kernels.hazards")
    return None if module is None else tuple(module.hazards(program))


def missing_writer(cell: Cell, kind: Kind) -> str:
    """That nobody of the kind writes kernels of the cell's task, at any size; "" where one does."""
    if _writer(cell, kind) is not None:
        return ""
    return f"no {kind} writes {cell.task.name} kernels for {cell.platform.name}"


def _writer(cell: Cell, kind: Kind) -> ModuleType | None:
    module = _module(cell, kind)
    return module if module is not None and hasattr(module, "kernel") else None


def _module(cell: Cell, kind: Kind) -> ModuleType | None:
    folder = _PARTS[kind]
    name = cell.platform.name
    return part(name, f"{folder}.{cell.task.name}") or part(name, folder)


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
