"""The design around one core with resident operands: buffers at the cell's addresses, DMA, locks.

Before the kernel begins, each tile's own DMA fills its memory; after it, brings the output back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.cells.protocol import MemoryMap, Region
from kernelcraft.platforms.amd_npu.hardware import text
from kernelcraft.platforms.amd_npu.hardware.text import WINDOW, WORD, memref
from kernelcraft.platforms.amd_npu.machine.assembly import TABLES
from kernelcraft.platforms.amd_npu.machine.memory_map import MEMORY
from kernelcraft.platforms.amd_npu.machine.state import MEMORY_START
from kernelcraft.platforms.amd_npu.machine.tables import COPIES
from kernelcraft.sim.machine import Array

Bytes = npt.NDArray[np.uint8]

SOUTH, WEST, NORTH, OWN = range(4)  # the windows from MEMORY_START on
NAMES: Final = {SOUTH: "south", WEST: "west", NORTH: "north", OWN: "own"}
LOCKS: Final = 16  # of a tile; a core sees those of S, W, N and its own one after the other
FREE, FULL, DONE = range(3)  # locks of a tile: may be filled, is filled, holds the output
DESCRIPTORS: Final = 16  # of a tile's DMA
SHIM_CHANNELS: Final = 2  # of each direction
COMMON: Final = (Region(MEMORY, COPIES[0], TABLES), Region(MEMORY, COPIES[1], 0x70000))
"""Tables that every kernel finds, and the argument block."""


@dataclass(frozen=True)
class Plan:
    """What is brought before a kernel begins and taken when it has ended, in order of addresses."""

    inbound: tuple[Region, ...]
    outbound: tuple[Region, ...]


def window(region: Region) -> int:
    """Whose memory a region lies in: SOUTH, WEST, NORTH or OWN."""
    return (region.start - MEMORY_START) // WINDOW


def transfer_plan(memory_map: MemoryMap) -> Plan:
    """The transfers of a cell whose operands are resident: one buffer descriptor for each."""
    inbound = (*COMMON, *(each.region for each in memory_map.inputs))
    plan = Plan(pieces(inbound), pieces((memory_map.output.region,)))
    used = (*plan.inbound, *plan.outbound)
    assert max(sum(window(e) == w for e in used) for w in NAMES) <= DESCRIPTORS
    return plan


def pieces(regions: tuple[Region, ...]) -> tuple[Region, ...]:
    """The regions cut where the memory of one tile ends, in order of addresses."""
    return tuple(sorted((p for each in regions for p in _cut(each)), key=lambda p: p.start))


def _cut(region: Region) -> Iterator[Region]:
    start = region.start
    while start < region.end:
        end = min(region.end, start - start % WINDOW + WINDOW)
        yield Region(region.memory, start, end)
        start = end


def image(plan: Plan, memory: Array) -> Bytes:
    """The bytes that the host sends: every inbound region, in order."""
    parts = (memory[e.start - MEMORY_START : e.end - MEMORY_START] for e in plan.inbound)
    return np.concatenate([*parts]).astype(np.uint8)


def locks(regions: tuple[Region, ...], lock: int) -> list[tuple[int, int]]:
    """The lock of every tile that holds regions, as the core numbers it, and how many it holds."""
    counts = Counter(window(each) for each in regions)
    return [(LOCKS * w + lock, count) for w, count in sorted(counts.items())]


def design(plan: Plan) -> str:
    """The module: tiles, buffers, DMA programs, flows to the shims, trace, host sequence."""
    used = sorted({window(each) for each in (*plan.inbound, *plan.outbound)} | {OWN})
    arriving = [w for w in used if _of(w, plan.inbound)]
    leaving = [w for w in used if _of(w, plan.outbound)]
    shims = range(max(len(leaving), -(-len(arriving) // SHIM_CHANNELS)))
    lines = [f"%shim{column} = aie.tile({column}, 0)" for column in shims]
    lines += [text.tile(NAMES[w]) for w in used]
    for each in used:
        lines += _tile(each, plan)
    lines += text.CORE
    for number, each in enumerate(arriving):
        column, channel = divmod(number, SHIM_CHANNELS)
        lines += [
            f"aie.flow(%shim{column}, DMA : {channel}, %{NAMES[each]}, DMA : 0)",
            f"aie.shim_dma_allocation @{NAMES[each]}_in(%shim{column}, MM2S, {channel})",
        ]
    for number, each in enumerate(leaving):
        lines += [
            f"aie.flow(%{NAMES[each]}, DMA : 0, %shim{number}, DMA : 0)",
            f"aie.shim_dma_allocation @{NAMES[each]}_out(%shim{number}, S2MM, 0)",
        ]
    return text.module([*lines, *text.TRACE, *_sequence(plan, arriving, leaving)])


def _of(w: int, regions: tuple[Region, ...]) -> list[Region]:
    return [each for each in regions if window(each) == w]


def _buffer(region: Region) -> str:
    return f"at_{region.start:x}"


def _tile(w: int, plan: Plan) -> list[str]:
    """The buffers, locks and the DMA program of one tile."""
    name = NAMES[w]
    inbound, outbound = _of(w, plan.inbound), _of(w, plan.outbound)
    lines = [
        text.buffer(_buffer(each), name, each.start % WINDOW, each.size)
        for each in (*inbound, *outbound)
    ]
    for lock, label, first in ((FREE, "free", len(inbound)), (FULL, "full", 0), (DONE, "done", 0)):
        lines.append(text.lock(f"{name}_{label}", name, lock, first))
    lines.append(f"%{name}_mem = aie.mem(%{name}) {{")
    after = "out" if outbound else "end"
    if inbound:
        lines.append(f"  %0 = aie.dma_start(S2MM, 0, ^in0, ^{after})")
        lines += _chain("in", inbound, f"%{name}_free", f"%{name}_full")
    if outbound:
        lines += ["^out:"] if inbound else []
        lines.append("  %1 = aie.dma_start(MM2S, 0, ^out0, ^end)")
        lines += _chain("out", outbound, f"%{name}_done", f"%{name}_free")
    return [*lines, "^end:", "  aie.end", "}"]


def _chain(label: str, regions: list[Region], taken: str, given: str) -> Iterator[str]:
    """A descriptor for each region, one after the other."""
    for number, each in enumerate(regions):
        last = number + 1 == len(regions)
        yield f"^{label}{number}:"
        yield f"  aie.use_lock({taken}, AcquireGreaterEqual, 1)"
        yield f"  aie.dma_bd(%{_buffer(each)} : {memref(each.size)}, 0, {each.size // WORD})"
        yield f"  aie.use_lock({given}, Release, 1)"
        yield "  aie.next_bd ^end" if last else f"  aie.next_bd ^{label}{number + 1}"


def _sequence(plan: Plan, arriving: list[int], leaving: list[int]) -> list[str]:
    """What the host starts: outputs first, then the inputs; it waits for the outputs."""
    given, answer = (sum(each.size for each in r) for r in (plan.inbound, plan.outbound))
    lines = [
        *_copies("answer", answer, leaving, plan.outbound, "out", ", issue_token = true"),
        *_copies("given", given, arriving, plan.inbound, "in", ""),
        *(f"aiex.npu.dma_wait {{symbol = @{NAMES[each]}_out}}" for each in leaving),
    ]
    return text.sequence(given, answer, lines)


def _copies(
    host: str,
    size: int,
    windows: list[int],
    regions: tuple[Region, ...],
    direction: str,
    token: str,
) -> Iterator[str]:
    """A transfer between the host's buffer and each tile; windows lie there in order."""
    at = 0
    for number, each in enumerate(windows):
        words = sum(region.size for region in _of(each, regions)) // WORD
        yield (
            f"aiex.npu.dma_memcpy_nd(%{host}[0, 0, 0, {at}][1, 1, 1, {words}][0, 0, 0, 1]) "
            f"{{id = {number + (8 if direction == 'in' else 0)} : i64{token}, "
            f"metadata = @{NAMES[each]}_{direction}}} : {memref(size)}"
        )
        at += words
