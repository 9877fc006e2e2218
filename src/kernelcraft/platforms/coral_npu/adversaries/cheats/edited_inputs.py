"""Changes what it was given, so that an easy answer becomes the right one."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.coral_npu.kernels.snippets import around, filled, same, stored


def suspects(known: Known) -> Iterator[Suspect]:
    """Before or after a right kernel."""
    for name in ("coral_npu/relu/C1", "coral_npu/gemv/C1", "coral_npu/ffn/C1"):
        cell = load_cell(name)
        for placement in cell.memory_map.inputs[:2]:
            region, tensor = placement.region, placement.tensor.name
            cleared = filled(region.start, region.size, 0)
            for title, text in (
                (f"{tensor} cleared first", around(cell, before=cleared)),
                (f"{tensor} cleared afterwards", around(cell, after=cleared)),
                (f"{tensor} written as it was", around(cell, after=same(region.start))),
                (f"the last byte of {tensor}", around(cell, after=stored(region.end - 1))),
            ):
                yield Suspect(title, name, text, ("fault",))
