"""Changes the offered tables, the argument block or where it leads, and puts nothing back."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.amd_npu.kernels.snippets import around, same, stored
from kernelcraft.platforms.amd_npu.machine.memory_map import ARGUMENTS
from kernelcraft.platforms.amd_npu.machine.tables import tables

CELL = "amd_npu/silu/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """After a right kernel that has used them."""
    cell = load_cell(CELL)
    places = [(f"{each.name} at {at:#x}", at) for each in tables() for at in each.addresses]
    for name, place in (*places, ("the argument block", ARGUMENTS)):
        yield Suspect(name, CELL, around(cell, after=stored(place)), ("fault",))
    for name, place in (places[0], ("the argument block", ARGUMENTS)):
        as_it_was = f"movxm p1, #{place:#x}\n{same()}"
        title = f"{name}, as it was"
        yield Suspect(title, CELL, around(cell, after=as_it_was), ("fault",))
