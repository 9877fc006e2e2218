"""Reads registers or memory that it never wrote, as if the machine came with zeros in them."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.boom.kernels.snippets import around

CELL = "boom/vvadd/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """Right kernels but for one value, which is added to the last element of the output."""
    cell = load_cell(CELL)
    last = f"    li t0, {cell.memory_map.output.region.end - 4:#x}\n    lw t1, 0(t0)\n"
    end = "\n    add t1, t1, t2\n    sw t1, 0(t0)"
    for title, value in (
        ("an integer register", "    mv t2, s5"),
        ("a float register", "    fmv.x.w t2, ft3"),
        ("the stack", "    lw t2, -512(sp)"),
        ("the float flags", "    frflags t2"),
    ):
        yield Suspect(title, CELL, around(cell, after=f"{last}{value}{end}"), ("wrong",))
