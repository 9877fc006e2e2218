"""The checks of `selftest`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kernelcraft.cells.cell import find_rows, load_cell
from kernelcraft.cells.recipes import interpreter, recipe
from kernelcraft.cli.verification import grade_all, writer
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.random_programs import Disagreement, compare


@dataclass(frozen=True)
class Check:
    """One thing that was tried and what was found."""

    name: str
    right: bool
    found: str


def all_checks(names: Sequence[str], programs: int, workers: int | None) -> list[Check]:
    """Both simulators of each platform's machine, then its first cell of every level."""
    return [*(machines(name, programs) for name in names), *verdicts(names, workers)]


def machines(platform: str, programs: int) -> Check:
    """Random programs on the native and the reference machine."""
    native = load(interpreter(platform))
    name = f"{platform} simulators"
    if not isinstance(native, Native):
        return Check(name, True, f"{native}; the reference machine is used, which is slow")
    try:
        tally = compare(recipe(platform), native, range(programs))
    except Disagreement as difference:
        return Check(name, False, str(difference))
    return Check(name, True, f"native and reference machine agree on {tally.programs} programs")


def verdicts(names: Sequence[str], workers: int | None) -> Iterator[Check]:
    """The baseline's kernel for the first cell of every level of a platform, graded strictly."""
    rows = [row for name in names for row in find_rows(platform=name)]
    first = {(row.platform, row.level): str(row) for row in reversed(rows)}
    cells = [load_cell(name) for name in reversed(first.values())]
    for graded in grade_all(cells, writer("baseline"), "strict", None, workers):
        yield Check(graded.cell, graded.correct, graded.message)
