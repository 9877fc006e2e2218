"""What is known to be too weak in the cells, and why; an entry that no longer holds is an error."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from kernelcraft.cells.platforms import file, names
from kernelcraft.grading.soundness import ACCEPTED, Soundness

FILE: Final = "cells/known.toml"


@dataclass(frozen=True)
class Known:
    """`names`: the wrong outputs that pass or nearly pass; none for right kernels' errors."""

    cells: tuple[str, ...]
    names: tuple[str, ...]
    reason: str


@cache
def all_known() -> tuple[Known, ...]:
    """Those of every platform's `cells/known.toml`; raises TypeError for one with other fields."""
    return tuple(each for name in names() for each in _of_platform(name))


def _of_platform(name: str) -> Iterator[Known]:
    path = file(name, FILE)
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["known"] if path else ()
    for row in rows:
        cells = tuple(f"{name}/{cell}" for cell in row.pop("cells"))
        yield Known(cells, tuple(row.pop("names", ())), **row)


def complaints(found: Sequence[Soundness]) -> list[str]:
    """A sentence for everything too weak that is not known, and for what is known no longer."""
    weak = {(each.cell, name) for each in found for name in weaknesses(each)}
    excused = {(cell, name) for each in all_known() for cell in each.cells for name in _names(each)}
    seen = {each.cell for each in found}
    return [
        *(f"{cell}: {_sentence(name)}" for cell, name in sorted(weak - excused)),
        *(
            f"{cell}: {name} is no weakness any more; take it off the list of known ones"
            for cell, name in sorted(excused - weak)
            if cell in seen
        ),
    ]


def weaknesses(found: Soundness) -> list[str]:
    """The names of the wrong outputs that are not refused enough; "" for right kernels' errors."""
    names = [each.name for each in found.unrefused()]
    best = found.best
    return names if best is not None and best.error <= ACCEPTED else [*names, ""]


def _names(each: Known) -> tuple[str, ...]:
    return each.names or ("",)


def _sentence(name: str) -> str:
    if not name:
        return f"no right kernel has an error of at most {ACCEPTED:g} τ"
    return f"{name} is not refused by as much as it should be"
