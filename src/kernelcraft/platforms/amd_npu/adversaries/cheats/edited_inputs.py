"""Changes what it was given, so that an easy answer becomes the right one."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.amd_npu.kernels.snippets import address, around, filled, same
from kernelcraft.platforms.amd_npu.machine.memory_map import VECTOR


def suspects(known: Known) -> Iterator[Suspect]:
    """Before or after a right kernel."""
    for name in ("amd_npu/relu/C1", "amd_npu/gemv/C1", "amd_npu/linear/C1"):
        cell = load_cell(name)
        for placement in cell.memory_map.inputs[:2]:
            size, tensor = placement.region.size, placement.tensor.name
            there = address(cell, tensor)
            cleared = there + filled("clear", size, 0)
            last = f"{there}movxm m0, #{size - VECTOR}\npadda [p1], m0\n{same()}"
            for title, text in (
                (f"{tensor} cleared first", around(cell, before=cleared)),
                (f"{tensor} cleared afterwards", around(cell, after=cleared)),
                (f"{tensor} written as it was", around(cell, after=there + same())),
                (f"the end of {tensor} written as it was", around(cell, after=last)),
            ):
                yield Suspect(title, name, text, ("fault",))
