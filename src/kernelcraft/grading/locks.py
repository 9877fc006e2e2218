"""What the lock files say of every cell; `lockfile` measures it and writes it."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Final

from kernelcraft.cells.platforms import file
from kernelcraft.cells.sizes import machines
from kernelcraft.cells.variants import parsed

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Cell
    from kernelcraft.grading.inputs import Distribution

ROUNDING: Final = 1e-6
"""Relative: numpy adds in another order on another CPU (assumed; 1e-12 was seen)."""
FILE: Final = "cells/lock.json"


@dataclass(frozen=True)
class Lock:
    """What is fixed for one cell; instructions are executed ones, `taus` has a τ a distribution.

    There is none for a cell whose output must equal the reference. `origins` has the cycles of
    every way in which the cell's compiler writes right kernels, where there are several; the
    baseline is the fastest. Where cycles depend on data, `baseline_cycles` are those of the slowest
    of five seeds, as a strict grading has them, and `public_cycles` those on the public inputs.
    """

    taus: "Mapping[Distribution, float]"
    baseline_cycles: int
    baseline_instructions: int
    baseline_sha256: str
    origins: Mapping[str, int] = field(default_factory=dict)
    public_cycles: int | None = None

    @property
    def on_public_inputs(self) -> int:
        """The baseline's cycles on the inputs that everybody can see."""
        return self.baseline_cycles if self.public_cycles is None else self.public_cycles

    def written(self) -> dict[str, object]:
        """Its fields as the file has them."""
        return {name: value for name, value in vars(self).items() if value is not None}

    def same(self, field: str, other: "Lock") -> bool:
        """Whether a field says the same: tolerances up to the last digits, which are the CPU's."""
        if field != "taus":
            return bool(getattr(self, field) == getattr(other, field))
        return self.taus.keys() == other.taus.keys() and all(
            math.isclose(tau, other.taus[name], rel_tol=ROUNDING) for name, tau in self.taus.items()
        )


@dataclass(frozen=True)
class LockFile:
    """All cells of one platform, and what they were measured with.

    `other_machines` has those cells whose baseline has another text on other settings.
    """

    platform: str
    platform_version: str
    fidelity: str
    benchmark_version: str
    cells: Mapping[str, Lock]
    other_machines: Mapping[str, Lock] = field(default_factory=dict)

    @property
    def all(self) -> Mapping[str, Lock]:
        """Every lock by its cell's name."""
        return {**self.cells, **self.other_machines}

    def json(self) -> str:
        """The file's text."""
        written = {each.name: getattr(self, each.name) for each in fields(self)}
        for kind in ("cells", "other_machines"):
            written[kind] = {name: lock.written() for name, lock in written[kind].items()}
        if not self.other_machines:
            del written["other_machines"]
        return json.dumps(written, indent=1, ensure_ascii=False)


@cache
def read(platform: str) -> LockFile | None:
    """The platform's lock file, if it has one; raises TypeError for one with other fields."""
    path = file(platform, FILE)
    if path is None:
        return None
    found = json.loads(path.read_bytes())
    cells, others = (
        {name: Lock(**lock) for name, lock in found.pop(kind, {}).items()}
        for kind in ("cells", "other_machines")
    )
    return LockFile(**found, cells=cells, other_machines=others)


def locked(cell: "Cell") -> Lock | None:
    """What the lock file says of the cell; None for a held-out or a new one, or another machine.

    A baseline that has no lock of its own on one of the other `machines` is the usual machine's.
    A variant has that of the machine that it is drawn from, if its sizes and cycles are the same.
    """
    from kernelcraft.cells.cell import home

    variant = parsed(cell.platform.name)
    if variant is not None and variant.retimed:
        return None
    cell = home(cell)
    platform = cell.platform.name
    same = not cell.settings or cell.settings in machines(platform)
    own = locked_as(platform, cell.name)
    return own or (locked_as(platform, cell.usual_name) if same else None)


def locked_as(platform: str, cell: str) -> Lock | None:
    """What the lock file says of the cell of that name, and of no other machine."""
    found = read(platform)
    return found.all.get(cell) if found else None
