"""When the pieces of a streamed cell are there, and when the last result has left.

Both channels of a direction move 4 bytes a cycle each, half a piece each, from the first cycle on;
the pieces of the plan follow one another at best without a gap. *Assumed*: a piece is read after
its lock, which rises 8 cycles after its last 16 bytes, and results are handed over after theirs.
"""

from __future__ import annotations

import math
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.bounds.limits import LOADED, Limit, Part, uses
from kernelcraft.platforms.amd_npu.machine.streaming import sequence

RATE: Final = 8  # bytes a cycle in one direction
THERE: Final = 7
"""From the cycle in which the last bytes could have come, if the first ones came in none, to the
bundle after the `acq`, which a test measures."""


def streamed(cell: Cell, name: str, unit: str, work: float, after: int, what: str) -> Limit | None:
    """What follows the piece of a tensor after which most time passes; None for a resident one.

    All pieces together take `work` cycles of a unit; `after` is from its last use to a store.
    """
    memory_map = cell.memory_map
    stream = memory_map.stream(name)
    if stream is None:
        return None
    sizes = {each.tensor.name: each.piece for each in memory_map.streams}
    order = list(sequence(memory_map.plan, inbound=True))
    count = order.count(name)
    come, left, latest = 0, count, (0, 0)
    for each in order:
        come += sizes[each]
        if each == name:
            latest = max(latest, (come // RATE + math.ceil(work * left / count), come))
            left -= 1
    bytes_come = latest[1]
    left = latest[0] - bytes_come // RATE
    fill = f"{bytes_come:,} bytes in, {RATE} a cycle, and the lock"
    return Limit(
        (
            Part("dma", bytes_come // RATE + THERE, fill),
            Part("latency", LOADED + 1, "two granules of the piece, which lies in one bank"),
            uses(unit, left, f"{what}, for the pieces from this one on"),
            Part("latency", after, "the last product, then a store"),
            *_drain(cell),
        )
    )


def _drain(cell: Cell) -> tuple[Part, ...]:
    """A store with a conversion is in memory two bundles later; then the last piece leaves."""
    stream = cell.memory_map.stream(cell.output.name)
    if stream is None:
        return ()
    leaves = f"the last {stream.piece:,} bytes out, {RATE} a cycle"
    return (Part("dma", stream.piece // RATE, leaves),)
