"""Every setting of a real generator's knobs, graded once by the simulator and kept as a table.

`python -m kernelcraft.studies.lab.spaces` measures them again; `--check K/N` compares every Nth
setting.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import math
import sys
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from kernelcraft.agents.search.bench import behaviour
from kernelcraft.agents.search.knobs import blame
from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.knobs import Space, space
from kernelcraft.cells.platforms import folder, names
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.grading.job import InProcess
from kernelcraft.studies.lab.landscape import Genes, Point
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.tools.profile import ProfileResult


class Row(BaseModel):
    """What the simulator says of a right kernel, by unit and by reason of waiting."""

    model_config = ConfigDict(frozen=True)

    cycles: int
    by_unit: Mapping[str, int]
    by_reason: Mapping[str, int]


class Table(BaseModel):
    """All settings of a space in the order of `itertools.product`, the last knob fastest.

    columns: units, then reasons. points: cycles and the columns; None for a wrong kernel.
    platform: the version of the machine that was measured.
    """

    model_config = ConfigDict(frozen=True)

    cell: str
    platform: str
    knobs: tuple[tuple[str, int], ...]
    units: tuple[str, ...]
    reasons: tuple[str, ...]
    digest: str
    points: tuple[tuple[int, ...] | None, ...]

    def row(self, index: int) -> Row | None:
        """What was measured; None of a wrong kernel."""
        point = self.points[index]
        if point is None:
            return None
        cycles, *columns = point
        units = dict(zip(self.units, columns, strict=False))
        reasons = dict(zip(self.reasons, columns[len(self.units) :], strict=True))
        return Row(cycles=cycles, by_unit=units, by_reason=reasons)


class Enumerated:
    """A landscape of a real generator: the regret is how many times the best cycles more it takes.

    Raises ValueError where the table is not as it was written.
    """

    def __init__(self, cell: str) -> None:
        self.name, self.cell = cell, load_cell(cell)
        self.table = Table.model_validate_json(path(cell).read_bytes())
        if digest(self.table.points) != self.table.digest:
            raise ValueError(f"{path(cell).name} was changed by hand; measure it again")
        self.sizes = tuple(count for _, count in self.table.knobs)
        cycles = [point[0] for point in self.table.points if point is not None]
        self.best, self.right = min(cycles), len(cycles)
        self.worst = max(cycles) / self.best - 1.0
        self._places = [math.prod(self.sizes[at + 1 :]) for at in range(len(self.sizes))]
        self._points: dict[Genes, Point] = {}

    @cached_property
    def space(self) -> Space:
        """The generator itself."""
        return _space(self.cell)

    def index(self, genes: Genes) -> int:
        """Where a setting stands in the table."""
        return sum(gene * place for gene, place in zip(genes, self._places, strict=True))

    def point(self, genes: Genes) -> Point:
        """Behaviour and blame are those of a kernel that is profiled in an episode."""
        if genes not in self._points:
            self._points[genes] = self._point(genes)
        return self._points[genes]

    def _point(self, genes: Genes) -> Point:
        row = self.table.row(self.index(genes))
        if row is None:
            return Point(math.inf, (), (0.0,) * len(self.sizes))
        profile = ProfileResult(
            success=True, message="", by_unit=row.by_unit, by_reason=row.by_reason
        )
        blamed = tuple(blame(self.space, profile))
        return Point(row.cycles / self.best - 1.0, behaviour(profile), blamed)


def path(cell: str) -> Path:
    """The file of a cell's table, in the folder of its platform."""
    platform, task, configuration = cell.split("/")
    return folder(platform) / "studies" / f"space_{task}_{configuration}.json"


def enumerated_cells() -> tuple[str, ...]:
    """The cells that have a table, by platform."""
    found = ((name, each.stem) for name in names() for each in _tables(name))
    return tuple(f"{name}/{'/'.join(stem.split('_', 1)[1].rsplit('_', 1))}" for name, stem in found)


def _tables(platform: str) -> list[Path]:
    return sorted((folder(platform) / "studies").glob("space_*.json"))


def digest(points: tuple[tuple[int, ...] | None, ...]) -> str:
    """16 hex digits over all that was measured."""
    return hashlib.sha256(repr(points).encode()).hexdigest()[:16]


def settings(sizes: tuple[int, ...]) -> Iterator[Genes]:
    """All settings, in the order of the table."""
    return itertools.product(*(range(size) for size in sizes))


def measured(cell: Cell, found: Space, setting: Genes) -> Row | None:
    """Grade a setting's kernel on the public inputs and profile it."""
    bench = Workbench(cell, grader=InProcess())
    try:
        bench.write_code(found.write(setting))
    except Unwritten:
        return None
    if not bench.run_evaluation().correct:
        return None
    profile = bench.profile()
    return Row(cycles=profile.cycles, by_unit=profile.by_unit, by_reason=profile.by_reason)


def table(cell: Cell) -> Table:
    """Measure all settings of a cell."""
    found = _space(cell)
    rows = [measured(cell, found, setting) for setting in settings(found.sizes)]
    units = tuple(dict.fromkeys(name for row in rows if row for name in row.by_unit))
    reasons = tuple(dict.fromkeys(name for row in rows if row for name in row.by_reason))
    points = tuple(None if row is None else _line(row, units, reasons) for row in rows)
    return Table(
        cell=cell.name,
        platform=cell.platform.version,
        knobs=tuple((knob.name, len(knob.values)) for knob in found.knobs),
        units=units,
        reasons=reasons,
        digest=digest(points),
        points=points,
    )


def differences(landscape: Enumerated, part: int, parts: int) -> list[str]:
    """Every `parts`-th setting from the `part`-th on is measured again; which rows are others."""
    known, found = landscape.table, landscape.space
    changed = []
    for index, setting in enumerate(settings(found.sizes)):
        if index % parts != part - 1:
            continue
        row = measured(landscape.cell, found, setting)
        now = None if row is None else _line(row, known.units, known.reasons)
        before = known.points[index]
        if now != before:
            changed.append(f"{landscape.name} {setting}: {before}, now {now}")
    return changed


def _line(row: Row, units: tuple[str, ...], reasons: tuple[str, ...]) -> tuple[int, ...]:
    by_unit = (row.by_unit.get(name, 0) for name in units)
    return (row.cycles, *by_unit, *(row.by_reason.get(name, 0) for name in reasons))


def _space(cell: Cell) -> Space:
    found = space(cell)
    if found is None:
        raise ValueError(f"no generator for {cell.name} has knobs")
    return found


def main() -> int:
    """Write the tables, or check a part of them."""
    parser = argparse.ArgumentParser(prog="python -m kernelcraft.studies.lab.spaces")
    parser.add_argument("--check", metavar="K/N", help="compare every Nth setting only")
    parser.add_argument("cells", nargs="+")
    given = parser.parse_args()
    if given.check:
        part, parts = map(int, given.check.split("/"))
        changed = [
            each for cell in given.cells for each in differences(Enumerated(cell), part, parts)
        ]
        print("\n".join(changed) or "as measured before")
        return 1 if changed else 0
    for cell in given.cells:
        text = table(load_cell(cell)).model_dump_json().replace("],[", "],\n[")
        path(cell).write_text(text.replace("null,", "null,\n") + "\n", encoding="utf-8")
        print(f"{path(cell)}: {len(Enumerated(cell).table.points):,} settings")
    return 0


if __name__ == "__main__":
    sys.exit(main())
