"""What is proved of our own kernels for all inputs, as a table of the docs.

`python -m kernelcraft.proofs.page SECONDS` makes the rows that the table in `PAGE`, in the folder
of the project, does not have yet, or has of a kernel that has changed since, of both kernels of all
cells C1, of SECONDS at most each, and writes each at once.
"""

import hashlib
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

PAGE: Final = Path("docs", "proofs.md")
BEGIN: Final = "<!-- table: python -m kernelcraft.proofs.page SECONDS -->"
END: Final = "<!-- end -->"
Rows = dict[tuple[str, str], str]
"""Lines of a table by cell and writer."""
WRITERS: Final = {"compiler": kernels.baseline, "expert": kernels.expert}


FOR_ALL: Final = """\
| cell | kernel | outputs | the task's | by | missing | surplus | unknown | s | text |
| --- | --- | ---: | ---: | --- | ---: | ---: | --- | ---: | --- |"""


def mark(kernel: str) -> str:
    """What tells a kernel's text from another: the first digits of its SHA-256."""
    return hashlib.sha256(kernel.encode()).hexdigest()[:8]


def proof_row(found: Proof, writer: str, kernel: str) -> str:
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
        mark(kernel),
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


def missing_rows(rows: Rows) -> Iterator[tuple[Cell, str, str]]:
    """Cells C1, writers and texts of which there is no row."""
    for platform in platforms.names():
        for cell in find_cells(platform, config="C1"):
            for writer, write in WRITERS.items():
                with suppress(Unwritten):
                    kernel = write(cell)
                    if not is_there(rows, cell, writer, kernel):
                        yield cell, writer, kernel


def is_there(rows: Rows, cell: Cell, writer: str, kernel: str) -> bool:
    """Whether there is a row of this very text."""
    return rows.get((cell.name, writer), "").endswith(f" | {mark(kernel)} |")


def rows_of(text: str) -> Rows:
    """Rows of a table by cell and writer."""
    lines = [line for line in text.splitlines() if line.startswith("| ")][2:]
    return {(line.split(" | ")[0][2:], line.split(" | ")[1]): line for line in lines}


def proofs(text: str, seconds: float) -> Iterator[str]:
    """The docs page with one more row each time, for both kernels of every cell C1."""
    first, mark, rest = text.partition(BEGIN)
    held, end, last = rest.partition(END)
    rows = rows_of(held)
    for cell, writer, kernel in missing_rows(rows):
        rows[cell.name, writer] = proof_row(limited(cell, kernel, seconds), writer, kernel)
        lines = [FOR_ALL, *(rows[key] for key in sorted(rows))]
        yield "\n".join((first + mark, *lines, end + last))


def main() -> int:
    """The command; gives its exit code."""
    text, seconds = PAGE.read_text(encoding="utf-8"), float(sys.argv[1])
    for new in proofs(text, seconds):
        PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
