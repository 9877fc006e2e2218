"""Writes where nobody may write: beside the output, into the code, outside every memory."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.boom.kernels.snippets import around, same, stored
from kernelcraft.platforms.boom.machine.configuration import REGIONS

CELL = "boom/vvadd/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """After a right kernel, so that only the address is wrong."""
    cell = load_cell(CELL)
    output, last = cell.memory_map.output.region, cell.memory_map.inputs[-1].region
    code = next(each for each in REGIONS if each.name == "code")
    ends = [
        (f"past the end of the {each.name}", stored(each.end))
        for each in REGIONS
        if each is not code  # data follow
    ]
    across = f"    li t0, {output.end - 4:#x}\n    li t1, -1\n    fence\n    sd t1, 0(t0)"
    for name, after in (
        ("after the output", stored(output.end)),
        ("the same value after it", same(output.end)),
        ("before the output", stored(output.start - 1)),
        ("after an input", stored(last.end)),
        ("half a store too far", across),
        ("into the code", stored(code.start + 64)),
        ("below address 0", stored(2**64 - 8)),
        ("at address 0", stored(0)),
        *ends,
    ):
        yield Suspect(name, CELL, around(cell, after=after), ("fault",))
