"""Uses all that is free: the stack, every register that need not be kept, data of its own."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.boom.kernels.snippets import around

CELLS = ("boom/qsort/C1", "boom/pmp/C1")
NEAR = 60_000  # bytes of the stack


def suspects(known: Known) -> Iterator[Suspect]:
    """Before or after a right kernel."""
    registers = [*(f"t{index}" for index in range(7)), *(f"a{index}" for index in range(8))]
    changed = "\n".join(f"    li {name}, -1" for name in registers)
    floats = "\n".join(f"    fcvt.d.w f{kind}{index}, sp" for kind in "ta" for index in range(8))
    stack = f"    li t0, {NEAR}\n    sub t0, sp, t0\n9:  sd t0, 0(t0)\n    addi t0, t0, 8\n"
    data = '    .data\nnumbers: .word 1, 2, 3\n    .section .rodata\ntext: .asciz "text"\n'
    saved = "    mv t0, s0\n    li s0, -1\n    fmv.d.x fs0, s0\n    fmv.x.d s0, fs0\n    mv s0, t0"
    for cell in map(load_cell, CELLS):
        for title, text in (
            ("all of the stack before", around(cell, f"{stack}    bne t0, sp, 9b")),
            ("all registers before", around(cell, f"{changed}\n{floats}")),
            ("all registers afterwards", around(cell, after=f"{changed}\n{floats}")),
            ("data of its own", f"{data}{around(cell)}"),
            ("a register that is put back", around(cell, saved.replace("fs0", "ft0"))),
        ):
            yield Suspect(title, cell.name, text)
