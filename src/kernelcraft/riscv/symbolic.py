"""What the routines of RISC-V machines do to expressions: most oracles say it themselves."""

from __future__ import annotations

from typing import Final

from kernelcraft.riscv import memory, multiply, vmemory, vpermute
from kernelcraft.riscv.memory import READ, REGION
from kernelcraft.riscv.varithmetic import ROUTINES
from kernelcraft.sim.routine import Routine
from kernelcraft.sim.symbolic.graph import Dependent, Graph, Lift, Symbol, as_written
from kernelcraft.sim.symbolic.shadow import Memory

_WRITTEN: Final[tuple[Routine[..., object], ...]] = (
    *ROUTINES.values(),
    *vpermute.REDUCTIONS.values(),
    *(vpermute.vmask, vpermute.vcpop, vpermute.vid, vpermute.vslideup, vpermute.vslidedown),
    *(vpermute.vslide1up, vpermute.vslide1down, vpermute.vrgather, vpermute.vrgather_x),
    *(vpermute.vcompress, vpermute.vcopy, vpermute.vfetch, vpermute.vdeposit),
    *(vmemory.vstrided, vmemory.vindexed),
    *(multiply.high_signed, multiply.high_mixed, multiply.high_unsigned),
)


def _place(graph: Graph, regions: Memory, count: int, address: int, size: int, access: int) -> int:
    """A place that depends on something must lie in one region, and can only be read."""
    if not isinstance(address, Symbol):
        found: int = memory.place.oracle(regions.array, count, address, size, access)
        return found
    low, high = graph.span(address.node)
    rows = regions.array.reshape(-1, REGION)[: count // REGION].tolist()
    for first, length, offset, allowed in rows:
        inside = first <= low and high <= first + length - size
        if access == READ and inside and allowed & READ:
            return address + (offset - first)
    raise Dependent("an address", address.node)


def _fetch(graph: Graph, held: Memory, offset: int, size: int) -> int:
    value = held.fetch(offset, size)
    if size < 8:
        return value
    return value.signed(64) if isinstance(value, Symbol) else value - (value >> 63 << 64)


def _deposit(graph: Graph, held: Memory, offset: int, size: int, value: int) -> None:
    held.deposit(offset, size, value)


LIFTS: Final[dict[str, Lift]] = {
    **{each.name: as_written(each) for each in _WRITTEN},
    "place": _place,
    "fetch": _fetch,
    "deposit": _deposit,
}
