"""Dependences of our own kernels, as a table of the docs.

`python -m kernelcraft.proofs.page SECONDS` rewrites the table in `PAGE`, in the project's folder:
each kernel of the cells C1 is given SECONDS.
"""

import sys
from pathlib import Path
from typing import Final

from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.cell import find_cells
from kernelcraft.proofs.dependence import Dependence, dependence

PAGE: Final = Path("docs", "proofs.md")
BEGIN: Final = "<!-- table: python -m kernelcraft.proofs.page {seconds} -->"
END: Final = "<!-- end -->"
HEAD: Final = """\
| cell | kernel | elements | tried | dependences | hidden | missing | surplus | other ways | s |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"""
WRITERS: Final = {"compiler": kernels.baseline, "expert": kernels.expert}


def row(found: Dependence, writer: str) -> str:
    """One kernel."""
    cells = (
        found.cell,
        writer,
        f"{found.elements:,}",
        "all" if found.tried == found.elements else f"{found.tried / found.elements:.1%}",
        *(f"{n:,}" for n in (found.pairs, found.hidden, found.missing, found.surplus)),
        f"{found.other_ways / found.runs:.0%}" if found.other_ways else "",
        f"{found.seconds:.1f}",
    )
    return f"| {' | '.join(cells)} |"


def table(seconds: float) -> str:
    """A row for both kernels of every platform's cells C1."""
    rows = [HEAD]
    for platform in platforms.names():
        for cell in find_cells(platform, config="C1"):
            for writer, write in WRITERS.items():
                rows.append(row(dependence(cell, write(cell), seconds=seconds), writer))
    return "\n".join(rows)


def page(text: str, seconds: float) -> str:
    """The text of the docs page with the table as it is now."""
    begin, _, _ = BEGIN.partition("{")
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(END)
    mark = BEGIN.format(seconds=f"{seconds:g}")
    return f"{before}{mark}\n{table(seconds)}\n{END}{after}"


def main() -> int:
    """The command; gives its exit code."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), float(sys.argv[1])), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
