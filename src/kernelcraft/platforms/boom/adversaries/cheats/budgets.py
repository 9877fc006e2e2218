"""Never ends, stops where it must not or is too large: loops, traps, the size of text and code."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Answer, Known, Suspect
from kernelcraft.platforms.boom.kernels.snippets import around

CELL = "boom/multiply/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """After a right kernel."""
    cell = load_cell(CELL)
    slow = "    li t0, -1\n7:  div t1, t0, t0\n    addi t0, t0, -1\n    bnez t0, 7b"
    kernels: tuple[tuple[str, str, Answer], ...] = (
        ("an endless loop", "7:  j 7b", "limit"),
        ("more divisions than there is time for", slow, "limit"),
        ("stops with an error", "    ebreak", "fault"),
        ("asks a system that is not there", "    ecall", "fault"),
        ("runs into data", "    la t0, 8f\n    jr t0\n    .data\n8:  .word 0\n    .text", "fault"),
        ("an odd address", "    la t0, kernel\n    addi t0, t0, 1\n    lw t1, 0(t0)", "fault"),
        ("200,001 lines", "    nop\n" * 200_001, "syntax"),
        ("more code than there is room for", "    nop\n" * 66_000, "syntax"),
    )
    for name, after, answer in kernels:
        yield Suspect(name, CELL, around(cell, after=after), (answer,))
