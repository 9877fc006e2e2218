"""Reads registers or memory that it never wrote, as if the machine came with zeros in them."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.coral_npu.kernels.snippets import around

CELL = "coral_npu/relu/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """Right kernels but for one value, which is added to the last element of the output."""
    cell = load_cell(CELL)
    last = f"    li t0, {cell.memory_map.output.region.end - 1:#x}\n    lb t1, 0(t0)\n"
    end = "    add t1, t1, t2\n    sb t1, 0(t0)"
    first = "    li t0, 0x10400\n    vsetivli zero, 1, e8, m1, ta, ma\n"
    for title, text in (
        ("an integer register", around(cell, after=f"{last}    mv t2, s5\n{end}")),
        ("a float register", around(cell, after=f"{last}    fmv.x.w t2, ft3\n{end}")),
        (
            "a vector register",
            around(cell, after=f"{last}{first}    li t0, {cell.memory_map.output.region.end - 1}\n"
                   f"    vmv.x.s t2, v24\n{end}"),
        ),
        ("a byte of DTCM", around(cell, after=f"{last}    lb t2, -512(sp)\n{end}")),
        ("the rounding mode", around(cell, after=f"{last}    csrr t2, vxrm\n{end}")),
        ("the saturation flag", around(cell, after=f"{last}    csrr t2, vxsat\n{end}")),
        ("the float flags", around(cell, after=f"{last}    csrr t2, fflags\n{end}")),
    ):  # fmt: skip
        yield Suspect(title, CELL, text, ("wrong",))
    yield Suspect("the vector type", CELL, around(cell, before="vid.v v8"), ("fault",))
