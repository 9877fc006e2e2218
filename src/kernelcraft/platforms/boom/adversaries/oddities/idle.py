"""Wastes time or text: empty loops, idle instructions, comments, no compressed instructions."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.boom.kernels.snippets import around

CELLS = ("boom/median/C1", "boom/towers/C1")


def suspects(known: Known) -> Iterator[Suspect]:
    """Around a right kernel."""
    for cell in map(load_cell, CELLS):
        text = baseline(cell)
        loop = "    li t0, 10000\n7:  addi t0, t0, -1\n    bnez t0, 7b"
        for name, kernel in (
            ("empty loops", around(cell, loop, loop)),
            ("a thousand idle instructions", around(cell, "    nop\n" * 1000)),
            ("comments and no last newline", text.replace("\n", "  # a comment ; here\n").rstrip()),
            ("Windows line ends", text.replace("\n", "\r\n")),
            ("blanks for tabs", text.replace("\t", "    ")),
            ("no compressed instructions", f"    .option norvc\n{text}"),
            ("fences everywhere", text.replace("\tret\n", "\tfence\n\tfence.i\n\tret\n")),
        ):
            yield Suspect(name, cell.name, kernel)
