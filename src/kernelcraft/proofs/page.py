"""What is shown of our own kernels, as tables of the docs.

`python -m kernelcraft.proofs.page SECONDS` rewrites the tables in `PAGE`, in the project's folder,
of the kernels of all cells C1: dependences shown by runs, of SECONDS each, and with 0 the other
one, of proofs for all inputs.
"""

import sys
from pathlib import Path
from typing import Final

from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.cell import find_cells
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


def proofs() -> str:
    """A row for both kernels of every cell C1."""
    rows = [FOR_ALL]
    for platform in platforms.names():
        for cell in find_cells(platform, config="C1"):
            for writer, write in WRITERS.items():
                rows.append(proof_row(prove_algebra(cell, write(cell)), writer))
    return "\n".join(rows)


def page(text: str, seconds: float) -> str:
    """The text of the docs page with the table as it is now."""
    for_all = BEGIN.format(seconds=0)
    begin = BEGIN.partition("{")[0]
    first, _, second = text.partition(for_all)
    if not seconds:
        return f"{first}{for_all}\n{proofs()}\n{END}{second.partition(END)[2]}"
    before, _, rest = first.rpartition(begin)
    mark = BEGIN.format(seconds=f"{seconds:g}")
    after = rest.partition(END)[2] + for_all + second
    return f"{before}{mark}\n{table(seconds)}\n{END}{after}"


def main() -> int:
    """The command; gives its exit code."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), float(sys.argv[1])), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
