"""Uses all that is free: every byte of DTCM, every register, a trap handler, data of its own."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.coral_npu.kernels.snippets import around, filled

CELLS = ("coral_npu/relu/C1", "coral_npu/gemm/C1")
DTCM, DTCM_BYTES = 0x1_0000, 0x8000


def suspects(known: Known) -> Iterator[Suspect]:
    """Before or after a right kernel."""
    registers = "\n".join(f"    li x{index}, -1" for index in range(3, 32))
    vectors = "    vsetvli t0, zero, e8, m8, ta, ma\n" + "\n".join(
        f"    vmv.v.i v{index}, 5" for index in (0, 8, 16, 24)
    )
    handler = (
        "    la t0, 7f\n    csrw mtvec, t0\n    ecall\n    j 8f\n7:  csrr t1, mepc\n"
        "    addi t1, t1, 4\n    csrw mepc, t1\n    mret\n8:  csrw mtvec, zero"
    )
    data = (
        '.data\nnumbers: .word 1, 2, 3\n.rodata\ntext: .asciz "text"\n.bss\nroom: .zero 64\n.text'
    )
    for name in CELLS:
        cell = load_cell(name)
        for title, text in (
            ("all of DTCM afterwards", around(cell, after=filled(DTCM, DTCM_BYTES, 99))),
            ("all registers before", around(cell, before=f"{registers}\n{vectors}")),
            ("a trap and back", around(cell, before=handler)),
            ("data of its own", f"{data}\n{around(cell)}"),
        ):
            yield Suspect(title, name, text)
