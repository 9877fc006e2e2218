"""Our compiler's cycles on the Coral NPU beside the paper's, as a table of the docs.

`python -m kernelcraft.platforms.coral_npu.studies.paper_cycles` rewrites the table in `PAGE` from
the lock file, in the project's folder; run it after `make locks`.
"""

import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from kernelcraft.cells.cell import Cell, find_cells
from kernelcraft.cells.published import published_cycles, same_sizes
from kernelcraft.grading.lockfile import LockFile, read

PLATFORM: Final = "coral_npu"
PAGE: Final = Path("docs", "platforms", "coral_npu_baselines.md")
BEGIN: Final = (
    "<!-- from the lock file: python -m kernelcraft.platforms.coral_npu.studies.paper_cycles -->"
)
END: Final = "<!-- end -->"
NO_LOCK: Final = "There is no lock file yet."
HEAD: Final = """\
| cell | sizes | plain C | intrinsics | better | paper, intrinsics -O2 | ours / paper |
|---|---|---|---|---|---|---|"""


def table(lock: LockFile | None) -> str:
    """A row for every cell, and the geometric means; without a lock file it says so."""
    if lock is None:
        return NO_LOCK
    rows = [_row(cell, lock) for cell in find_cells(platform=PLATFORM)]
    return "\n".join((HEAD, *rows, "", *_means(lock)))


def page(text: str, lock: LockFile | None) -> str:
    """The text of the docs page with the table as it should be."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table(lock)}\n{END}{after}"


def _row(cell: Cell, lock: LockFile) -> str:
    found = lock.cells[cell.name]
    sizes = ", ".join(f"{name} {size}" for name, size in cell.dims.items())
    plain, intrinsics = (found.origins[name] for name in ("plain", "rvv"))
    paper = published_cycles(cell)
    ratio = f"{found.baseline_cycles / paper:.2f}" if paper and same_sizes(cell) else "–"
    better = "plain C" if plain < intrinsics else "intrinsics"
    cells = (
        f"{cell.task.name} {cell.configuration}",
        sizes,
        f"{plain:,}",
        f"{intrinsics:,}",
        f"{better}, {max(plain, intrinsics) / min(plain, intrinsics):.1f}x",
        f"{paper:,}" if paper else "–",
        ratio,
    )
    return f"| {' | '.join(cells)} |"


def _means(lock: LockFile) -> Iterator[str]:
    cells = find_cells(platform=PLATFORM)
    gains = [each.origins["plain"] / each.baseline_cycles for each in lock.cells.values()]
    yield f"Plain C takes {_mean(gains):.2f} times the cycles of the better one (geometric mean)."
    ratios = {
        cell.task.name: [
            lock.cells[each.name].baseline_cycles / paper
            for each in cells
            if each.task is cell.task and (paper := published_cycles(each))
        ]
        for cell in cells
        if same_sizes(cell)
    }
    means = ", ".join(f"{task} {_mean(each):.2f}" for task, each in ratios.items() if each)
    yield f"Ours / paper by task where the sizes are the paper's: {means}."


def _mean(values: list[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values))


def main() -> int:
    """The command; gives its exit code."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), read(PLATFORM)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
