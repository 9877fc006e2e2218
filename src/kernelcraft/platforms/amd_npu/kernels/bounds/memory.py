"""How fast inputs come out of the banks in which they lie, and the output goes back.

`DataMemory.access` lets two accesses meet in a bank for a cycle more and ends the run for three, so
a bank of 16 KB serves no more 256-bit accesses than cycles pass. Loads have two slots, stores one.
A granule is 32 bytes, as much as one access brings.
"""

from __future__ import annotations

from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Placement
from kernelcraft.platforms.amd_npu.kernels.bounds.limits import START, Limit, Part, before, uses
from kernelcraft.platforms.amd_npu.machine.memory_map import VECTOR
from kernelcraft.platforms.amd_npu.machine.streaming import BANK, MOST_SHIFT, SHIFT

LOAD_SLOTS: Final = 2


def granules(placement: Placement) -> int:
    """Accesses that a tensor takes at least."""
    return placement.region.size // VECTOR


def busiest(placement: Placement) -> int:
    """Granules in the bank that has most of them, where the tensor lies best of all places."""
    return min(_busiest(placement, moved) for moved in range(0, MOST_SHIFT + SHIFT, SHIFT))


def _busiest(placement: Placement, moved: int) -> int:
    start, end = placement.region.start + moved, placement.region.end + moved
    banks = range(start // BANK, (end - 1) // BANK + 1)
    return max(min(end, (b + 1) * BANK) - max(start, b * BANK) for b in banks) // VECTOR


def loads(cell: Cell, after: int, reason: str) -> tuple[Limit, ...]:
    """Every granule of the inputs is loaded; `after` bundles after the last one the kernel ends.

    The last of these bundles has its last store.
    """
    inputs = cell.memory_map.inputs
    resident = [each for each in inputs if cell.memory_map.stream(each.tensor.name) is None]
    total = sum(map(granules, inputs))
    crowded = max(resident, key=busiest, default=None)
    rest = Part("latency", after, reason)
    ports = uses("loads", total / LOAD_SLOTS, f"{total:,} granules of inputs, two a cycle")
    if crowded is None:
        return (Limit((START, ports, rest)),)
    bank = uses(
        "bank",
        busiest(crowded),
        f"{busiest(crowded):,} granules of {crowded.tensor.name} in one bank, one a cycle",
    )
    return Limit((START, ports, rest)), Limit((START, bank, rest))


def stores(cell: Cell, chain: int, reason: str) -> Limit:
    """Every granule of the output is stored, one a bundle; the first `chain` after a load."""
    count = granules(cell.memory_map.output)
    return Limit(
        (
            *before("latency", chain, reason),
            uses("store", count, f"{count:,} granules of the output, one a bundle"),
        )
    )
