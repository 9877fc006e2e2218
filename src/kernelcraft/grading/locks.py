"""What the lock files say of every cell; `lockfile` measures it and writes it."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kernelcraft.grading.inputs import Distribution
    from kernelcraft.kernels.cell import Cell

ROUNDING: Final = 1e-6
"""Relative: numpy adds in another order on another CPU (assumed; 1e-12 was seen)."""
FOLDER: Final = Path(__file__).parent / "locks"


@dataclass(frozen=True)
class Lock:
    """What is fixed for one cell; instructions are executed ones, `taus` has a τ a distribution.

    There is none for a cell whose output must equal the reference. `variants` has the cycles of
    every way in which the cell's compiler writes right kernels, where there are several; the
    baseline is the fastest.
    """

    taus: "Mapping[Distribution, float]"
    baseline_cycles: int
    baseline_instructions: int
    baseline_sha256: str
    variants: Mapping[str, int] = field(default_factory=dict)

    def same(self, field: str, other: "Lock") -> bool:
        """Whether a field says the same: tolerances up to the last digits, which are the CPU's."""
        if field != "taus":
            return bool(getattr(self, field) == getattr(other, field))
        return self.taus.keys() == other.taus.keys() and all(
            math.isclose(tau, other.taus[name], rel_tol=ROUNDING) for name, tau in self.taus.items()
        )


@dataclass(frozen=True)
class LockFile:
    """All cells of one platform, and what they were measured with."""

    platform: str
    platform_version: str
    fidelity: str
    benchmark_version: str
    cells: Mapping[str, Lock]

    def json(self) -> str:
        """The file's text."""
        return json.dumps(
            {
                **{each.name: getattr(self, each.name) for each in fields(self)},
                "cells": {name: vars(lock) for name, lock in self.cells.items()},
            },
            indent=1,
            ensure_ascii=False,
        )


@cache
def read(platform: str) -> LockFile | None:
    """The platform's lock file, if it has one; raises TypeError for one with other fields."""
    path = FOLDER / f"{platform}.json"
    if not path.is_file():
        return None
    found = json.loads(path.read_bytes())
    cells = {name: Lock(**lock) for name, lock in found.pop("cells").items()}
    return LockFile(**found, cells=cells)


def locked(cell: "Cell") -> Lock | None:
    """What the lock file says of the cell; None for a held-out or a new one."""
    return locked_as(cell.platform.name, cell.name)


def locked_as(platform: str, cell: str) -> Lock | None:
    """The same by the names of the platform and the cell."""
    file = read(platform)
    return file.cells.get(cell) if file else None
