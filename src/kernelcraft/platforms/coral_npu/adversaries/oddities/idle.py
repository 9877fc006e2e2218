"""Wastes time or text: empty loops, idle instructions, comments, counters set back."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.coral_npu.kernels.snippets import around

CELL = "coral_npu/gelu/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """Around a right kernel."""
    cell = load_cell(CELL)
    text = baseline(cell)
    loop = "    li t0, 10000\n7:  addi t0, t0, -1\n    bnez t0, 7b"
    reset = "    csrw mcycle, zero\n    csrw mcycleh, zero\n    csrw minstret, zero"
    for name, kernel in (
        ("empty loops", around(cell, loop, loop)),
        ("a thousand idle instructions", around(cell, "    nop\n" * 1000)),
        ("comments and no last newline", text.replace("\n", "  # a comment ; here\n").rstrip()),
        ("Windows line ends", text.replace("\n", "\r\n")),
        ("blanks for tabs", text.replace("\t", "    ")),
        ("sets the counters back", around(cell, reset, reset)),
        ("fences everywhere", text.replace("\tret\n", "\tfence\n\tfence.i\n\tret\n")),
    ):
        yield Suspect(name, CELL, kernel)
