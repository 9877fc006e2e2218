"""The checks of `selftest`."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kernelcraft.cells import platforms
from kernelcraft.cells.cell import find_cells
from kernelcraft.cells.simulation import simulation
from kernelcraft.cli.verification import grade_all, writer
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.random_programs import Disagreement, Recipe, compare

PROGRAMS: Final = 100


@dataclass(frozen=True)
class Check:
    """One thing that was tried and what was found."""

    name: str
    right: bool
    found: str


def all_checks(workers: int | None) -> list[Check]:
    """Both simulators of every machine, then the first cell of every level."""
    return [*map(machines, platforms.names()), *verdicts(workers)]


def machines(platform: str, programs: int = PROGRAMS) -> Check:
    """Random programs on the native and the reference machine."""
    recipe: Recipe = simulation(platform).recipe
    native = load(recipe.interpreter)
    name = f"{platform} simulators"
    if not isinstance(native, Native):
        return Check(name, True, f"{native}; the reference machine is used, which is slow")
    try:
        tally = compare(recipe, native, range(programs))
    except Disagreement as difference:
        return Check(name, False, str(difference))
    return Check(name, True, f"native and reference machine agree on {tally.programs} programs")


def verdicts(workers: int | None) -> Iterator[Check]:
    """The baseline's kernel for the first cell of every level of a platform, graded strictly."""
    first = {(c.platform.name, c.task.level): c for c in reversed(find_cells())}
    cells = list(reversed(first.values()))
    for graded in grade_all(cells, writer("baseline"), "strict", None, workers):
        yield Check(graded.cell, graded.correct, graded.message)
