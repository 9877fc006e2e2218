"""Writes where nobody may write: beside the output, into the code, outside every memory."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.coral_npu.kernels.snippets import around, same, stored

CELL = "coral_npu/softmax/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """After a right kernel, so that only the address is wrong."""
    cell = load_cell(CELL)
    output, last = cell.memory_map.output.region, cell.memory_map.inputs[-1].region
    across = (
        f"    li t0, {output.end - 8:#x}\n    vsetivli zero, 16, e8, m1, ta, ma\n"
        "    vmv.v.i v8, 0\n    vse8.v v8, (t0)"
    )
    for name, after in (
        ("after the output", stored(output.end)),
        ("the same value after it", same(output.end)),
        ("before the output", stored(output.start - 1)),
        ("after an input", stored(last.end)),
        ("at the end of external memory", stored(0x203F_FFFF)),
        ("past external memory", stored(0x2040_0000)),
        ("half a vector too far", across),
        ("a word whose last byte is too far", f"    li t0, {output.end - 3:#x}\n    sw t0, 0(t0)"),
        ("into the code", stored(0)),
        ("past DTCM", stored(0x1_8000)),
        ("into the control registers", stored(0x3_0000)),
        ("below address 0", stored(0xFFFF_FFFF)),
    ):
        yield Suspect(name, CELL, around(cell, after=after), ("fault",))
