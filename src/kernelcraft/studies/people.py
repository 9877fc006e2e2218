"""Kernels that people wrote and published, beside the compiler's, ours and the bound.

`python -m kernelcraft.studies.people` rewrites the table in `PAGE`, in the project's folder, from
the file `studies/people.toml` of each platform that has one.
"""

import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.platforms import file, names
from kernelcraft.grading.verification import grade

FILE: Final = "studies/people.toml"
PAGE: Final = Path("docs", "people.md")
BEGIN: Final = "<!-- python -m kernelcraft.studies.people -->"
END: Final = "<!-- end -->"
HEAD: Final = """\
| work | sizes | by | their cycles | their compiler | paper's agent | our compiler | our best | \
bound | theirs / bound | ours / bound |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"""
UNMATCHED: Final = "*unmatched*"


class Kernel(BaseModel):
    """Cycles as published; `compiler` and `agent` on the same work, there. Not `matched`: whether
    the cell (without its platform) is of the same sizes is not known."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    cell: str
    work: str
    by: str
    cycles: int
    compiler: int | None = None
    agent: int | None = None
    matched: bool
    source: str


def published() -> Iterator[tuple[str, Kernel]]:
    """By platform; raises ValidationError for a file with other fields."""
    for name in names():
        path = file(name, FILE)
        if path is not None:
            for row in tomllib.loads(path.read_text(encoding="utf-8"))["kernels"]:
                yield name, Kernel(**row)


def table() -> str:
    """A row for each."""
    return "\n".join((HEAD, *(_row(platform, kernel) for platform, kernel in published())))


def page(text: str) -> str:
    """The text of the docs page with the table as it should be."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def _row(platform: str, theirs: Kernel) -> str:
    cell = load_cell(f"{platform}/{theirs.cell}")
    compiled, best = (_cycles(cell, write) for write in (kernels.baseline, kernels.expert))
    bound = kernels.bound(cell)
    assert bound is not None
    sizes = ", ".join(f"{name} = {size}" for name, size in cell.dims.items())
    cells = (
        f"[{theirs.work}]({theirs.source})" if theirs.source.endswith(".md") else theirs.work,
        sizes if theirs.matched else f"{UNMATCHED}; ours {sizes}",
        theirs.by,
        *("" if n is None else f"{n:,}" for n in (theirs.cycles, theirs.compiler, theirs.agent)),
        *(f"{n:,}" for n in (compiled, best, bound)),
        f"{theirs.cycles / bound:.2f}" if theirs.matched else "",
        f"{best / bound:.2f}",
    )
    return f"| {' | '.join(cells)} |"


def _cycles(cell: Cell, write: Callable[[Cell], str]) -> int:
    found = grade(cell, write(cell), seed=1, second_run=False)
    assert found.correct, found.message
    assert found.cycles is not None
    return found.cycles


def main() -> int:
    """The command; gives its exit code."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
