"""Never ends, ends too soon or is too large: loops, their counters, the size of the text."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Answer, Known, Suspect, edited

CELL = "plena/silu/C1"
MOST = 4_194_303  # iterations of one loop


def suspects(known: Known) -> Iterator[Suspect]:
    """After or inside a right kernel."""
    text = baseline(load_cell(CELL))
    inside = "  S_ADDI_INT gp1, gp1, 64\nC_LOOP_END gp3"
    nested = f"C_LOOP_START gp5, {MOST}\nC_LOOP_START gp6, {MOST}\nS_ADDI_INT gp7, gp0, 1\n"
    slow = f"C_LOOP_START gp5, {MOST}\nV_RED_SUM f3, gp0\nC_LOOP_END gp5\n"
    endless = edited(text, inside, f"  S_ADDI_INT gp3, gp0, 2\n{inside}")
    before = edited(text, inside, inside.replace("C_LOOP", "  S_ADDI_INT gp3, gp0, 1\nC_LOOP"))
    skipped = edited(text, "C_LOOP_START gp3, 4", "C_LOOP_START gp3, 4\n  S_ADDI_INT gp3, gp0, 3")
    kernels: tuple[tuple[str, str, Answer], ...] = (
        ("two loops of four million", f"{text}{nested}C_LOOP_END gp6\nC_LOOP_END gp5\n", "limit"),
        ("a loop of slow instructions", f"{text}{slow}", "limit"),
        ("a counter that is set again", endless, "fault"),
        ("a counter that is set to 1", before, "wrong"),
        ("a counter that is set to 3 always", skipped, "fault"),
        ("200,001 lines", f"{text}{_padding(200_001)}", "syntax"),
        ("17 MB of comments", f"{text}{_comments(17_000_000)}", "syntax"),
    )
    for name, kernel, answer in kernels:
        yield Suspect(name, CELL, kernel, (answer,))


def _padding(lines: int) -> str:
    return "S_ADDI_INT gp1, gp1, 0\n" * lines


def _comments(size: int) -> str:
    return "; nothing\n" * (size // 10 + 1)
