"""Never ends, hangs the core or is too large: loops, traps, the size of text and code."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Answer, Known, Suspect
from kernelcraft.platforms.coral_npu.kernels.snippets import around

CELL = "coral_npu/relu/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """After a right kernel."""
    cell = load_cell(CELL)
    slow = "    li t0, -1\n7:  vsetvli t1, zero, e8, m8, ta, ma\n    vdiv.vv v8, v16, v24\n"
    again = "    la t0, 7f\n    csrw mtvec, t0\n7:  ecall"
    hang = "    vsetivli zero, 0, e8, m1, ta, ma\n    vle8.v v8, (sp)"
    kernels: tuple[tuple[str, str, Answer], ...] = (
        ("an endless loop", "7:  j 7b", "limit"),
        (
            "four thousand million slow steps",
            f"{slow}    addi t0, t0, -1\n    bnez t0, 7b",
            "limit",
        ),
        ("a trap that traps", again, "limit"),
        ("waits for an interrupt", "    wfi", "fault"),
        ("hangs with vl = 0", hang, "fault"),
        ("stops with an error", "    ebreak", "fault"),
        ("runs into data", "    la t0, 8f\n    jr t0\n8:  .word 0", "fault"),
        ("an odd address", "    la t0, 8f\n    addi t0, t0, 2\n    jr t0\n8:  nop", "fault"),
        ("200,001 lines", "    nop\n" * 200_001, "syntax"),
        ("17 MB of comments", "# nothing\n" * 1_700_000, "syntax"),
        ("more code than ITCM holds", "    nop\n" * 2048, "syntax"),
    )
    for name, after, answer in kernels:
        yield Suspect(name, CELL, around(cell, after=after), (answer,))
