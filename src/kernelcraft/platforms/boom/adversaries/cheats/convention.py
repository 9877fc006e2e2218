"""Breaks the calling convention: registers and the stack pointer are not what they were."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.boom.kernels.snippets import around

CELL = "boom/median/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """After a right kernel."""
    cell = load_cell(CELL)
    for name, after in (
        ("s0 changed", "    addi s0, s0, 1"),
        ("s11 changed", "    addi s11, s11, 1"),
        ("gp changed", "    addi gp, gp, 8"),
        ("tp changed", "    addi tp, tp, 8"),
        ("fs0 changed", "    fcvt.d.w fs0, zero"),
    ):
        yield Suspect(name, CELL, around(cell, after=after), ("fault",))
    moved = around(cell).replace("addi sp, sp, 80", "addi sp, sp, 64")
    yield Suspect("sp changed", CELL, moved, ("fault",))
