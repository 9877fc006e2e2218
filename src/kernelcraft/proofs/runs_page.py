"""What runs show of both kernels of every cell, as a page of the docs.

`python -m kernelcraft.proofs.runs_page SECONDS` makes the rows that `PAGE`, in the folder of the
project, does not have yet, or has of a kernel that has changed since, the smallest cells first, of
SECONDS each, and writes each at once: it may be ended at any time, and goes on when it is called
again.
"""

import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from kernelcraft.cells import platforms
from kernelcraft.cells.cell import Cell, find_cells
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.proofs.dependence import Dependence, NoRun, dependence
from kernelcraft.proofs.page import WRITERS, Rows, is_there, mark, rows_of

PAGE: Final = Path("docs", "provenance.md")
BEGIN: Final = "<!-- rows: python -m kernelcraft.proofs.runs_page SECONDS -->"
END: Final = "<!-- end -->"
COUNTS: Final = "<!-- counts -->"
COLUMNS: Final = ("elements", "tried", "slices", "dependences", "hidden", "missing", "surplus")
HEAD: Final = f"""\
| cell | kernel | {" | ".join(COLUMNS)} | other ways | s | unknown | text |
| --- | --- |{" ---: |" * 9} --- | --- |"""
SUMMARY: Final = """\
| kernels | n | run | all elements | every slice | dependences | hidden | missing | surplus |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"""
TRIED, SLICES, DEPENDENCES, UNKNOWN = 3, 4, 5, 11  # columns of a row


def row(found: Dependence, writer: str, kernel: str) -> str:
    """One kernel."""
    slices = [sum(column) for column in zip(*found.slices.values(), strict=True)]
    cells = (
        found.cell,
        writer,
        f"{found.elements:,}",
        _share(found.tried, found.elements),
        _share(*slices),
        *(f"{n:,}" for n in (found.pairs, found.hidden, found.missing, found.surplus)),
        f"{found.other_ways / found.runs:.0%}" if found.other_ways else "",
        f"{found.seconds:.1f}",
        f"wrong: {found.fault}" if found.fault else "",
        mark(kernel),
    )
    return f"| {' | '.join(each.replace('|', '/') for each in cells)} |"


def _share(part: int, whole: int) -> str:
    return "all" if part == whole else f"{part / whole:.2%}"


def no_row(cell: Cell, writer: str, reason: str, text: str) -> str:
    """One of which nothing was run."""
    return f"| {cell.name} | {writer} |{' |' * 9} {reason.replace('|', '/')} | {text} |"


def wanted() -> list[tuple[Cell, str]]:
    """Both writers' kernels of all cells, those with the fewest elements first."""
    cells = [cell for platform in platforms.names() for cell in find_cells(platform)]
    return [(cell, writer) for cell in sorted(cells, key=_size) for writer in WRITERS]


def _size(cell: Cell) -> int:
    return sum(math.prod(each.shape) for each in (*cell.inputs, cell.output))


def made(cell: Cell, writer: str, kernel: str, seconds: float) -> str:
    """The row of a kernel."""
    try:
        return row(dependence(cell, kernel, seconds=seconds), writer, kernel)
    except NoRun as reason:
        return no_row(cell, writer, str(reason), mark(kernel))


def summary(rows: Rows, count: dict[str, int]) -> str:
    """Counts of the rows of each platform, beside the number of its kernels."""
    lines = [SUMMARY]
    for platform, number in count.items():
        own = (line for (name, _), line in rows.items() if name.startswith(f"{platform}/"))
        some = [line.split(" | ") for line in own]
        run = [each for each in some if len(each) > UNKNOWN]
        sums = [
            sum(int(each[column].replace(",", "")) for each in run)
            for column in range(DEPENDENCES, DEPENDENCES + 4)
        ]
        cells = (
            platform,
            *(number, len(run)),
            *(sum(each[column] == "all" for each in run) for column in (TRIED, SLICES)),
            *(f"{each:,}" for each in sums),
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def pages(text: str, seconds: float) -> Iterator[str]:
    """The docs page with one more row each time."""
    first, mark, rest = text.partition(BEGIN)
    held, end, last = rest.partition(END)
    before, _, after = first.split(COUNTS)
    rows, some = rows_of(held), wanted()
    names = [(cell.name, writer) for cell, writer in some]
    count = {
        platform: sum(name.startswith(f"{platform}/") for name, _ in names)
        for platform in platforms.names()
    }
    for cell, writer in some:
        try:
            kernel = WRITERS[writer](cell)
        except Unwritten:
            rows[cell.name, writer] = no_row(cell, writer, "there is no such kernel", "")
            continue
        if is_there(rows, cell, writer, kernel):
            continue
        rows[cell.name, writer] = made(cell, writer, kernel, seconds)
        lines = [HEAD, *(rows[key] for key in sorted(rows))]
        yield "\n".join(
            (
                f"{before}{COUNTS}",
                summary(rows, count),
                f"{COUNTS}{after}{mark}",
                *lines,
                end + last,
            )
        )


def main() -> int:
    """The command; gives its exit code."""
    text, seconds = PAGE.read_text(encoding="utf-8"), float(sys.argv[1])
    for new in pages(text, seconds):
        PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
