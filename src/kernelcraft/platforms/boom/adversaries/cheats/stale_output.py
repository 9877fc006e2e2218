"""Relies on what an earlier run left in the output or on the stack."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.boom.kernels.snippets import alone, around, copied

EARLIER = """\
    la t0, calls
    lw t1, 0(t0)
    addi t2, t1, 1
    sw t2, 0(t0)
    beqz t1, 1f
    ld ra, 64(sp)
    addi sp, sp, 80
    ret
1:"""
"""Returns at once if it was called before."""


def suspects(known: Known) -> Iterator[Suspect]:
    """Each comes after an honest run of the same cell on the same inputs."""
    for name in ("boom/vvadd/C1", "boom/qsort/C1", "boom/dhrystone/C1"):
        cell = load_cell(name)
        output = cell.memory_map.output.region
        yield Suspect("does nothing", name, alone("    nop"), ("wrong",))
        itself = copied(hex(output.start), output.start, output.size)
        yield Suspect("writes the output to itself", name, alone(itself), ("wrong",))
        below = f"    li t4, {output.size}\n    sub t0, sp, t4\n    li t1, {output.start:#x}\n"
        stack = f"{below}9:  lb t3, 0(t0)\n    sb t3, 0(t1)\n    addi t0, t0, 1\n"
        stack += "    addi t1, t1, 1\n    bne t0, sp, 9b"
        yield Suspect("copies what lies on the stack", name, alone(stack), ("wrong",))
        counted = f"{around(cell, EARLIER)}\n    .data\ncalls: .word 1\n"
        yield Suspect("works only when it is called first", name, counted, ("wrong",))
