"""Wastes time or text: empty loops, ten thousand idle instructions, comments, no last newline."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect

CELL = "plena/gelu/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """Around a right kernel."""
    text = baseline(load_cell(CELL))
    tabs = text.replace("  ", "\t").replace(", ", " ,\t").replace("\n", "  // a comment ; here\n")
    loops = "C_LOOP_START gp5, 100\nC_LOOP_START gp6, 100\nC_LOOP_END gp6\nC_LOOP_END gp5\n"
    for name, kernel in (
        ("empty loops", f"{loops}{text}{loops}"),
        ("ten thousand idle instructions", "S_ADDI_INT gp0, gp0, 0\n" * 10_000 + text),
        ("tabs, comments and no last newline", tabs.rstrip()),
        ("Windows line ends", text.replace("\n", "\r\n")),
    ):
        yield Suspect(name, CELL, kernel)
