"""The design around one core as MLIR text: buffers at the cell's addresses, DMA, locks, trace.

Written after the text form of mlir-aie in the first half of 2026; no release has read it yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.cells.hardware import HardwareError
from kernelcraft.cells.protocol import MemoryMap, Region
from kernelcraft.platforms.amd_npu.machine.assembly import TABLES
from kernelcraft.platforms.amd_npu.machine.memory_map import MEMORY
from kernelcraft.platforms.amd_npu.machine.state import MEMORY_START
from kernelcraft.platforms.amd_npu.machine.tables import COPIES
from kernelcraft.sim.machine import Array

Bytes = npt.NDArray[np.uint8]

WINDOW: Final = 64 * 1024  # bytes of one tile's data memory as a core sees it
SOUTH, WEST, NORTH, OWN = range(4)  # the windows from MEMORY_START on
TILES: Final = {SOUTH: (1, 2), WEST: (0, 3), NORTH: (1, 4), OWN: (1, 3)}  # column and row
NAMES: Final = {SOUTH: "south", WEST: "west", NORTH: "north", OWN: "own"}
FREE, FULL, DONE = range(3)  # locks of a tile: may be filled, is filled, holds the output
WORD: Final = 4  # bytes
DESCRIPTORS: Final = 16  # of a tile's DMA
SHIM_CHANNELS: Final = 2  # of each direction
TRACE_BYTES: Final = 8192
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
    """The transfers of a cell whose operands are resident: one buffer descriptor for each.

    A streamed cell's descriptors will be made here from its data-movement plan; until then it
    raises HardwareError.
    """
    if memory_map.streamed:
        raise HardwareError(
            "the hardware adapter runs cells with resident operands only; "
            "this cell streams some of them"
        )
    inbound = (*COMMON, *(each.region for each in memory_map.inputs))
    plan = Plan(pieces(inbound), pieces((memory_map.output.region,)))
    used = (*plan.inbound, *plan.outbound)
    assert max(sum(window(e) == w for e in used) for w in TILES) <= DESCRIPTORS
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


def design(plan: Plan) -> str:
    """The module: tiles, buffers, DMA programs, flows to the shims, trace, host sequence."""
    used = sorted({window(each) for each in (*plan.inbound, *plan.outbound)} | {OWN})
    arriving = [w for w in used if _of(w, plan.inbound)]
    leaving = [w for w in used if _of(w, plan.outbound)]
    shims = range(max(len(leaving), -(-len(arriving) // SHIM_CHANNELS)))
    lines = [f"%shim{column} = aie.tile({column}, 0)" for column in shims]
    lines += [f"%{NAMES[w]} = aie.tile({TILES[w][0]}, {TILES[w][1]})" for w in used]
    for each in used:
        lines += _tile(each, plan)
    lines += ["%core = aie.core(%own) {", "  aie.end", '} {elf_file = "core.elf"}']
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
    lines += [*_trace(), *_sequence(plan, arriving, leaving)]
    body = "".join(f"    {line}\n" for line in lines)
    return f"module {{\n  aie.device(npu1) {{\n{body}  }}\n}}\n"


def _of(w: int, regions: tuple[Region, ...]) -> list[Region]:
    return [each for each in regions if window(each) == w]


def _buffer(region: Region) -> str:
    return f"at_{region.start:x}"


def _type(size: int) -> str:
    return f"memref<{size // WORD}xi32>"


def _tile(w: int, plan: Plan) -> list[str]:
    """The buffers, locks and the DMA program of one tile."""
    name = NAMES[w]
    inbound, outbound = _of(w, plan.inbound), _of(w, plan.outbound)
    lines = [
        f"%{_buffer(each)} = aie.buffer(%{name}) {{address = {each.start % WINDOW} : i32, "
        f'sym_name = "{_buffer(each)}"}} : {_type(each.size)}'
        for each in (*inbound, *outbound)
    ]
    for lock, label, first in ((FREE, "free", len(inbound)), (FULL, "full", 0), (DONE, "done", 0)):
        lines.append(
            f"%{name}_{label} = aie.lock(%{name}, {lock}) "
            f'{{init = {first} : i32, sym_name = "{name}_{label}"}}'
        )
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
        yield f"  aie.dma_bd(%{_buffer(each)} : {_type(each.size)}, 0, {each.size // WORD})"
        yield f"  aie.use_lock({given}, Release, 1)"
        yield "  aie.next_bd ^end" if last else f"  aie.next_bd ^{label}{number + 1}"


def _trace() -> list[str]:
    """Times of the two events that the start-up code marks a kernel with."""
    return [
        "aie.trace @core_trace(%own) {",
        '  aie.trace.mode "Event-Time"',
        "  aie.trace.packet id=1 type=core",
        '  aie.trace.event<"INSTR_EVENT_0">',
        '  aie.trace.event<"INSTR_EVENT_1">',
        "  aie.trace.start broadcast=15",
        "  aie.trace.stop broadcast=14",
        "}",
    ]


def _sequence(plan: Plan, arriving: list[int], leaving: list[int]) -> list[str]:
    """What the host starts: outputs first, then the inputs; it waits for the outputs."""
    sent, taken = (_type(sum(each.size for each in r)) for r in (plan.inbound, plan.outbound))
    lines = [
        f"aie.runtime_sequence(%given: {sent}, %answer: {taken}, %trace: {_type(TRACE_BYTES)}) {{",
        f"  aie.trace.host_config buffer_size = {TRACE_BYTES} arg_idx = 2",
        "  aie.trace.start_config @core_trace",
    ]
    lines += _copies("answer", taken, leaving, plan.outbound, "out", ", issue_token = true")
    lines += _copies("given", sent, arriving, plan.inbound, "in", "")
    lines += [f"  aiex.npu.dma_wait {{symbol = @{NAMES[each]}_out}}" for each in leaving]
    return [*lines, "}"]


def _copies(
    host: str,
    kind: str,
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
            f"  aiex.npu.dma_memcpy_nd(%{host}[0, 0, 0, {at}][1, 1, 1, {words}][0, 0, 0, 1]) "
            f"{{id = {number + (8 if direction == 'in' else 0)} : i64{token}, "
            f"metadata = @{NAMES[each]}_{direction}}} : {kind}"
        )
        at += words
