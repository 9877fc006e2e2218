"""How compiled kernels compare with a platform's locked baselines: `python -m
kernelcraft.studies.compiled PLATFORM [TASK ...]` prints a table of quotients of cycles."""

from __future__ import annotations

import math
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from kernelcraft.api import grade
from kernelcraft.cells import platforms
from kernelcraft.cells.cell import Cell, find_cells
from kernelcraft.cells.kernels import compiler
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.grading.lockfile import locked


@dataclass(frozen=True)
class Compared:
    """A cell's cycles, compiled and locked; None where there is no right kernel."""

    cell: Cell
    compiled: int | None
    baseline: int | None

    @property
    def quotient(self) -> float | None:
        """Below 1 where the compiled kernel is faster."""
        return self.compiled / self.baseline if self.compiled and self.baseline else None


def compared(cell: Cell) -> Compared:
    """The cell's kernel from its platform's lowering table, graded."""
    table, lock = compiler(cell.platform.name), locked(cell)
    baseline = None if lock is None else lock.baseline_cycles
    try:
        verdict = None if table is None else grade(cell, table.kernel(cell))
    except Unwritten:
        verdict = None
    right = verdict is not None and verdict.correct
    return Compared(cell, verdict.cycles if right and verdict else None, baseline)


def page(platform: str, tasks: Collection[str] = ()) -> Iterator[str]:
    """The table as markdown, a line at a time; all tasks where none are named."""
    rows: dict[str, list[Cell]] = {}
    for cell in find_cells(platform=platform):
        if not tasks or cell.task.name in tasks:
            rows.setdefault(cell.task.name, []).append(cell)
    names = list(dict.fromkeys(_size(cell) for row in rows.values() for cell in row))
    yield f"Cycles of compiled kernels over those of the locked baselines, {platform}."
    yield ""
    yield f"| task | {' | '.join(names)} |"
    yield f"|---|{'---:|' * len(names)}"
    all_quotients: list[float] = []
    for task, row in rows.items():
        quotients = {_size(each): compared(each).quotient for each in row}
        all_quotients += [each for each in quotients.values() if each is not None]
        found = [quotients.get(name) for name in names]
        entries = [f"{each:.3f}" if each is not None else "–" for each in found]
        yield f"| {task} | {' | '.join(entries)} |"
    if all_quotients:
        mean = math.exp(sum(map(math.log, all_quotients)) / len(all_quotients))
        yield ""
        yield f"{len(all_quotients)} cells, geometric mean {mean:.3f}."


def _size(cell: Cell) -> str:
    return cell.name.rpartition("/")[2]


def main(arguments: list[str]) -> int:
    """Print the table of a platform."""
    known = bool(arguments) and arguments[0] in platforms.names()
    if not known or compiler(arguments[0]) is None:
        print("expected a platform with a lowering table, and tasks of it", file=sys.stderr)
        return 2
    for line in page(arguments[0], arguments[1:]):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
