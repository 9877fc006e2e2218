"""What is shown of our own kernels, as tables of the docs.

`python -m kernelcraft.proofs.page SECONDS` rewrites the tables in `PAGE`, in the project's folder,
of the kernels of all cells C1: dependences shown by runs, of SECONDS each, and with 0 the other
one, of proofs for all inputs. That one keeps the rows that it has, and writes each new one at once:
delete a row to have it made again.
"""

import math
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.cell import Cell, find_cells
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.proofs.algebra import Proof, prove_algebra
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


LIMIT: Final = 60.0  # seconds for a proof for all inputs
FOR_ALL: Final = """\
| cell | kernel | outputs | the task's | by | missing | surplus | unknown | s |
| --- | --- | ---: | ---: | --- | ---: | ---: | --- | ---: |"""


def proof_row(found: Proof, writer: str) -> str:
    """One kernel, for all inputs."""
    reasons = [f"{count:,}: {reason}" for reason, count in found.unknown.items()]
    cells = (
        found.cell,
        writer,
        f"{found.outputs:,}",
        "all" if found.proved else f"{found.equal:,}",
        found.method if found.equal else "",
        f"{found.missing:,}",
        f"{found.surplus:,}",
        found.refused or found.untold or "; ".join(reasons),
        f"{found.seconds:.0f}",
    )
    return f"| {' | '.join(each.replace('|', '/') for each in cells)} |"


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raises TimeoutError in what takes longer; in the main thread of a process alone."""

    late = False

    def over(*_: object) -> None:
        nonlocal late
        late = True
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except SystemError as error:  # NumPy's products of objects do not notice what is raised
        if late:
            raise TimeoutError from error
        raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def limited(cell: Cell, text: str, seconds: float, *, seed: int = 0) -> Proof:
    """A proof for all inputs, unknown after `seconds`."""
    try:
        with at_most(seconds):
            return prove_algebra(cell, text, seed=seed)
    except TimeoutError:
        untold = f"it took more than {seconds:g} s"
        outputs = math.prod(cell.output.shape)
        return Proof(cell.name, outputs, untold=untold, seconds=seconds)


def missing_rows(rows: dict[tuple[str, str], str]) -> Iterator[tuple[Cell, str, str]]:
    """Cells C1, writers and texts of which there is no row yet."""
    for platform in platforms.names():
        for cell in find_cells(platform, config="C1"):
            for writer, write in WRITERS.items():
                if (cell.name, writer) not in rows:
                    with suppress(Unwritten):
                        yield cell, writer, write(cell)


def rows_of(text: str) -> dict[tuple[str, str], str]:
    """Rows of a table by cell and writer."""
    lines = [line for line in text.splitlines() if line.startswith("| ")][2:]
    return {(line.split(" | ")[0][2:], line.split(" | ")[1]): line for line in lines}


def proofs(text: str, seconds: float) -> Iterator[str]:
    """The docs page with one more row each time, for both kernels of every cell C1."""
    first, mark, rest = text.partition(BEGIN.format(seconds=0))
    held, end, last = rest.partition(END)
    rows = rows_of(held)
    for cell, writer, kernel in missing_rows(rows):
        rows[cell.name, writer] = proof_row(limited(cell, kernel, seconds), writer)
        lines = [FOR_ALL, *(rows[key] for key in sorted(rows))]
        yield "\n".join((first + mark, *lines, end + last))


def page(text: str, seconds: float) -> str:
    """The text of the docs page with the table of runs as it is now."""
    for_all = BEGIN.format(seconds=0)
    begin = BEGIN.partition("{")[0]
    first, _, second = text.partition(for_all)
    before, _, rest = first.rpartition(begin)
    mark = BEGIN.format(seconds=f"{seconds:g}")
    after = rest.partition(END)[2] + for_all + second
    return f"{before}{mark}\n{table(seconds)}\n{END}{after}"


def main() -> int:
    """The command; gives its exit code."""
    text, seconds = PAGE.read_text(encoding="utf-8"), float(sys.argv[1])
    for new in [page(text, seconds)] if seconds else proofs(text, LIMIT):
        PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
