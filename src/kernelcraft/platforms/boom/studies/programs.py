"""Cycles of the CPU programs, ours beside the paper's speedups, as a table of the docs.

`python -m kernelcraft.platforms.boom.studies.programs` rewrites the table in `PAGE`, in the
project's folder, from the lock file and from strict gradings of both writers' kernels; run it after
`make locks`.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, find_cells
from kernelcraft.cells.published import published
from kernelcraft.grading.verification import grade
from kernelcraft.records.verdict import Verdict

PLATFORM: Final = "boom"
PAGE: Final = Path("docs", "platforms", "boom_programs.md")
BEGIN: Final = "<!-- graded: python -m kernelcraft.platforms.boom.studies.programs -->"
END: Final = "<!-- end -->"
SEED: Final = 1
HEAD: Final = """\
| program | size | clang -O2 | in the first call | expert | in the first call | times as fast | \
in the paper | bound |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"""


def table() -> str:
    """A row for every program."""
    return "\n".join((HEAD, *(row(cell) for cell in find_cells(platform=PLATFORM))))


def page(text: str) -> str:
    """The text of the docs page with the table as it should be."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def row(cell: Cell) -> str:
    """Both kernels on the same inputs; the slowest counts."""
    compiled, expert = (_graded(cell, text) for text in (kernels.baseline, kernels.expert))
    bound = kernels.bound(cell)
    cells = (
        cell.task.name,
        ", ".join(f"{name} = {size}" for name, size in cell.dims.items()),
        *(f"{found:,}" for each in (compiled, expert) for found in each),
        f"{compiled[0] / expert[0]:.2f}",
        f"{published(PLATFORM).speedups[cell.task.name]:.2f}",
        f"{bound:,}",
    )
    return f"| {' | '.join(cells)} |"


def _graded(cell: Cell, write: Callable[[Cell], str]) -> tuple[int, int]:
    """Cycles of the third call and of the first."""
    found: Verdict = grade(cell, write(cell), seed=SEED, second_run=False)
    assert found.correct, found.message
    assert found.cycles is not None
    assert found.cold_cycles is not None
    return found.cycles, found.cold_cycles


def main() -> int:
    """The command; gives its exit code."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
