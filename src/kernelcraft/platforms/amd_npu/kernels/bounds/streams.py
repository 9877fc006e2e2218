"""How soon a streamed cell can end, by whatever plan: its operands come from DDR, its results go.

Two channels of the shim bring 0.95 words a cycle each, the first ones after 747 cycles. Before them
nothing can be done, and after the last ones their share of the work and their way back remain.
"""

from __future__ import annotations

import math
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.bounds.limits import LOADED, Limit, Part, uses
from kernelcraft.platforms.amd_npu.machine.dma import BEAT, LATE, TURN
from kernelcraft.platforms.amd_npu.machine.plan import CHANNELS, FIRST, HOP, PAUSE, ROWS, WORD

RATE: Final = CHANNELS["shim"] * WORD * (PAUSE - 1) / PAUSE  # bytes a cycle that come in
WAY: Final = HOP * (ROWS["core"] - ROWS["shim"])  # cycles from DDR to the core, or back


def streamed(cell: Cell, unit: str, work: float, after: int, what: str) -> tuple[Limit, ...]:
    """Limits of a streamed cell; none of a resident one.

    All the work takes a unit `work` cycles; `after` is from its last use to a store.
    """
    if not cell.memory_map.streamed:
        return ()
    size = sum(each.region.size for each in cell.memory_map.inputs)
    first = Part("dma", FIRST["mm2s"], "until the shim's first task moves data")
    all_of_it = Part("dma", math.ceil(size / RATE), f"{size:,} bytes in, {RATE:g} a cycle")
    there = Part("dma", WAY + LATE * TURN, "their way to the core, and the lock")
    last = (
        Part("latency", after, "the last product, then a store"),
        Part("dma", TURN + WAY, f"the last {BEAT} bytes on their way to DDR"),
    )
    taken = (there, Part("latency", LOADED, "a load"))
    return (
        Limit((first, *taken, uses(unit, work, what), *last)),
        Limit((first, all_of_it, *taken, *last)),
    )
