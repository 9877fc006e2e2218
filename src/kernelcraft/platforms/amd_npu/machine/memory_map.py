"""Where the tensors of a cell lie around an AIE2 core, and how their values get there and back.

Each tensor begins with a bank and has the banks that it reaches into for itself, so that tensors do
not collide: banks 1 to 3 of the core's own memory first, then those of its neighbours. Where not
all fit, the core's own banks hold the buffers of those that are streamed. In a graded run all
tensors lie further on by one multiple of 64 bytes that only the argument block tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import ml_dtypes
import numpy as np

from kernelcraft.cells.protocol import (
    BoolArray,
    Breach,
    FloatArray,
    MemoryMap,
    Placement,
    PlacementError,
    Region,
    Stream,
    Tensor,
)
from kernelcraft.platforms.amd_npu.machine import passes
from kernelcraft.platforms.amd_npu.machine.assembly import STACK, TABLES, TABLES_END
from kernelcraft.platforms.amd_npu.machine.column_plan import column_plan
from kernelcraft.platforms.amd_npu.machine.column_state import FROM, MOVED, TO, load_plan
from kernelcraft.platforms.amd_npu.machine.layouts import Panel, arranged, order, restored, sentence
from kernelcraft.platforms.amd_npu.machine.registers import NUMBER, SCALARS, WIDTHS
from kernelcraft.platforms.amd_npu.machine.state import MEMORY_END, MEMORY_START, AmdNpu
from kernelcraft.platforms.amd_npu.machine.streaming import (
    COPIES_START,
    ELEMENT,
    SHIFT,
    SHIFTS,
    WORD,
    banks,
    bytes_of,
    moves,
    scheme,
    streams,
)
from kernelcraft.platforms.amd_npu.machine.tables import COPIES, tables
from kernelcraft.platforms.amd_npu.machine.transfers import COLUMN, INBOUND, OUTBOUND
from kernelcraft.sim.machine import Array
from kernelcraft.sim.state import State, fresh, written

MEMORY: Final = "data memory"
MEMORY_ARRAY: Final = "memory"  # its name in a state
VECTOR: Final = 32  # bytes
STACK_END: Final = COPIES[0]
ARGUMENTS: Final = 0x71F00  # where p0 points to
SIZES: Final = 8  # r0 to r7
OWN: Final = Region(MEMORY, 0x74000, MEMORY_END)
NEIGHBOURS: Final = Region(MEMORY, MEMORY_START, 0x6C000)
BESIDE_TABLES: Final = Region(MEMORY, NEIGHBOURS.end, COPIES[1])
BF16_NAN: Final = 0x7FC0
GARBAGE: Final = 1 << 16  # numbers of the random block that poison repeats


def place(inputs: Sequence[Tensor], output: Tensor) -> MemoryMap:
    """Give every tensor banks of its own, or buffers; raises PlacementError for want of room."""
    tensors = (*inputs, output)
    for tensor in tensors:
        _check(tensor)
    try:
        placements, rooms = _resident(tensors, [OWN, NEIGHBOURS])
    except PlacementError:
        found = _streamed(inputs, output)
        if found is None:
            raise
        return found
    short = any(each.uses for each in inputs) and sum(each.size for each in rooms) < passes.needed(
        inputs
    )
    found = _streamed(inputs, output) if short else None
    return found or _map([placements[each.name] for each in tensors], rooms)


def _resident(
    tensors: Sequence[Tensor], rooms: Sequence[Region]
) -> tuple[dict[str, Placement], list[Region]]:
    """Where the tensors lie, by name, and what is left of the rooms."""
    placements: dict[str, Placement] = {}
    left = list(rooms)
    for tensor in tensors:
        taken = banks(bytes_of(tensor))
        fitting = [number for number, room in enumerate(left) if room.size >= taken]
        if not fitting:
            raise PlacementError(
                f"{tensor.name}: there is no room for its {bytes_of(tensor):,} bytes in the "
                "memories that a core reaches"
            )
        room = left[fitting[0]]
        region = Region(MEMORY, room.start, room.start + bytes_of(tensor))
        placements[tensor.name] = Placement(tensor, region, sentence(tensor))
        left[fitting[0]] = Region(MEMORY, room.start + taken, room.end)
    return placements, [room for room in left if room.size]


def _streamed(inputs: Sequence[Tensor], output: Tensor) -> MemoryMap | None:
    """The map of a cell of which the tensors lie in DDR and come and go."""
    by_blocks = any(each.uses for each in inputs)
    found = (passes.scheme if by_blocks else scheme)(inputs, output)
    if found is None:
        return None
    tensors = (*inputs, output)
    passing = streams(found, tensors)
    if column_plan(found.plan, passing, found.spill) is None:
        return None
    ends = {INBOUND: 0, OUTBOUND: 0}
    placements: dict[str, Placement] = {}
    for each in passing:
        memory = INBOUND if each.inbound else OUTBOUND
        start, ends[memory] = ends[memory], ends[memory] + bytes_of(each.tensor)
        placements[each.tensor.name] = Placement(
            each.tensor,
            Region(memory, start, ends[memory]),
            sentence(each.tensor, Panel(each.rows, each.columns)),
            (("rows", each.rows), ("columns", each.columns), ("piece", each.piece)),
        )
    ddr = {FROM.format(name): each.region.start for name, each in placements.items()}
    free = Region(MEMORY, COPIES_START, found.free)
    ddr |= {TO.format(name): each.region.end for name, each in placements.items()}
    return replace(
        _map([placements[each.name] for each in tensors], [free]),
        parameters={**ends, COLUMN: 1, **ddr},
        operands="streamed",
        streams=passing,
        plan=found.plan,
        spill=found.spill,
    )


def _map(placements: Sequence[Placement], rooms: Sequence[Region]) -> MemoryMap:
    regions = [each.region for each in placements if each.region.memory == MEMORY]
    stack, data = Region(MEMORY, STACK, STACK_END), Region(MEMORY, TABLES, TABLES_END)
    return MemoryMap(
        inputs=tuple(placements[:-1]),
        output=placements[-1],
        constants=(),
        scratch=(stack, data, *rooms, BESIDE_TABLES),
        canaries=tuple(Region(MEMORY, each.end, each.start + banks(each.size)) for each in regions),
        parameters={},
        operands="resident",
    )


def _check(tensor: Tensor) -> None:
    """Raise PlacementError for what has no place in any case."""
    if tensor.element != "float":
        raise PlacementError(f"{tensor.name}: the machine has no {tensor.element} tensors")
    size = len(arranged(tensor, np.empty(tensor.shape, np.uint8))) * ELEMENT
    if size % VECTOR:
        raise PlacementError(f"{tensor.name}: {size} bytes are no whole number of vectors")


def _panel(placement: Placement) -> Panel | None:
    """The panels in which a tensor is streamed; None for a resident one."""
    if placement.region.memory == MEMORY:
        return None
    return Panel(placement.detail("rows"), placement.detail("columns"))


def sizes(memory_map: MemoryMap) -> dict[str, int]:
    """The axes of the tensors with their sizes, as r0 to r7 have them."""
    tensors = [each.tensor for each in (*memory_map.inputs, memory_map.output)]
    pairs = (pair for tensor in tensors for pair in zip(tensor.axes, tensor.shape, strict=False))
    return dict(list(dict(pairs).items())[:SIZES])


def stored(values: FloatArray) -> FloatArray:
    """What bfloat16 keeps of the values, to the nearest, halves to even."""
    with np.errstate(over="ignore"):  # what is too large is infinite
        return values.astype(np.float32).astype(ml_dtypes.bfloat16).astype(np.float64)


def stage(memory_map: MemoryMap, inputs: Mapping[str, FloatArray], poison: int | None) -> State:
    """A machine before the first bundle; garbage where nothing is promised, or zeros."""
    rng = np.random.default_rng(poison)
    moved = 0 if poison is None else SHIFT * int(rng.integers(SHIFTS))
    state = fresh(AmdNpu, {**memory_map.parameters, MOVED: moved})
    if poison is not None:
        _poison(state, rng)
        _words(state, _moved(memory_map.output, state))[:] = BF16_NAN
    for placement in memory_map.inputs:
        values = inputs[placement.tensor.name].astype(np.float32).astype(ml_dtypes.bfloat16)
        bits = arranged(placement.tensor, values.view(np.uint16), _panel(placement))
        _words(state, _moved(placement, state))[:] = bits
    for table in tables():
        for address in table.addresses:
            image = table.image()
            state["memory"][_span(Region(MEMORY, address, address + len(image)))] = image
    plan = None
    if memory_map.streams:
        plan = column_plan(memory_map.plan, memory_map.streams, memory_map.spill)
    if plan is not None:
        placements = (*memory_map.inputs, memory_map.output)
        starts = {each.tensor.name: each.region.start for each in placements}
        load_plan(state, plan, starts, moved)
    _arguments(memory_map, state)
    return state


def _arguments(memory_map: MemoryMap, state: State) -> None:
    """The argument block, and the registers that a kernel is promised."""
    block = np.array(argument_block(memory_map, state.parameters[MOVED]), "<u4").view(np.uint8)
    state["memory"][_span(Region(MEMORY, ARGUMENTS, ARGUMENTS + len(block)))] = block
    promised = {"p0": ARGUMENTS, "sp": STACK, "crRnd": 0, "crSat": 0}
    promised |= {f"r{number}": size for number, size in enumerate(sizes(memory_map).values())}
    for name, value in promised.items():
        state["scalars"][NUMBER[name]] = value


def argument_block(memory_map: MemoryMap, moved: int) -> list[int]:
    """The addresses of tensors or of their first buffers, then those of second buffers."""
    words = [each.region.start + moved for each in (*memory_map.inputs, memory_map.output)]
    words += [0] * sum(not each.whole for each in memory_map.streams)
    for each in memory_map.streams:
        for offset, region in zip(each.arguments, _buffers(each, moved), strict=True):
            words[offset // WORD] = region.start
    return words


def _buffers(stream: Stream, moved: int) -> list[Region]:
    """Where they lie."""
    by = moved if moves(stream) else 0
    return [Region(MEMORY, at + by, at + by + stream.piece) for at in stream.buffers]


def _poison(state: State, rng: np.random.Generator) -> None:
    """Large finite numbers, 2^10 to 2^14, as bfloat16 and as float32 alike; any bits in scalars."""
    noise = rng.integers(0, 1 << 16, size=GARBAGE, dtype=np.uint16)
    exponent = 127 + 10 + (noise >> 8) % 4
    words = (noise & 0x8000 | exponent << 7 | noise & 0x7F).astype("<u2").view(np.uint8)
    for name in ("memory", "granules"):
        target = state[name]
        target[:] = np.resize(np.roll(words, 2 * int(rng.integers(GARBAGE))), len(target))
    bits = rng.integers(0, 1 << 32, size=len(SCALARS), dtype=np.uint64)
    widths = np.array(WIDTHS, np.uint64)
    state["scalars"][: len(SCALARS)] = bits >> (np.uint64(32) - widths)


def read(placement: Placement, state: State) -> FloatArray:
    """The values of a tensor in its own shape."""
    bits = _words(state, _moved(placement, state)).view(ml_dtypes.bfloat16)
    found = restored(placement.tensor, bits.astype(np.float64), _panel(placement))
    return np.asarray(found, np.float64)


def unwritten(placement: Placement, state: State) -> BoolArray:
    """The elements of which no byte was written, or sent, in the tensor's own shape."""
    record = written(MEMORY_ARRAY) if placement.region.memory == MEMORY else "sent"
    touched = state[record][_span(_moved(placement, state))].reshape(-1, ELEMENT)
    missing = np.asarray(touched.any(axis=1) == 0)
    return np.asarray(restored(placement.tensor, missing, _panel(placement)), np.bool_)


def locate(placement: Placement, index: tuple[int, ...]) -> str:
    """The address of an element where the tensors are not moved, or its place in a piece."""
    flat = int(np.ravel_multi_index(index, placement.tensor.shape))
    among = order(placement.tensor, _panel(placement))
    offset = ELEMENT * int(np.flatnonzero(among == flat)[0])
    if placement.region.memory == MEMORY:
        return f"{placement.address + offset:#x}"
    piece, rest = divmod(offset, placement.detail("piece"))
    return f"byte {rest:#x} of piece {piece}"


def audit(memory_map: MemoryMap, before: State, after: State) -> list[Breach]:
    """Everything that was written and is neither the output nor free."""
    touched = after[written("memory")] != 0
    touched |= before["memory"] != after["memory"]
    for free in _writable(memory_map, after):
        touched[_span(free)] = False
    found: list[Breach] = []
    for what, region in _watched(memory_map, after):
        part = _span(region)
        if touched[part].any():
            at = region.start + int(np.argmax(touched[part]))
            found.append(Breach(f"{what} was written at {at:#x}"))
            touched[part] = False
    if touched.any():
        at = MEMORY_START + int(np.argmax(touched))
        found.append(Breach(f"memory beside the tensors was written at {at:#x}"))
    return found


def _writable(memory_map: MemoryMap, state: State) -> Iterator[Region]:
    """What is free, what holds the output, and buffers."""
    yield from memory_map.scratch
    if memory_map.output.region.memory == MEMORY:
        yield _moved(memory_map.output, state)
    if memory_map.streamed:  # nothing but buffers and what is free lies there
        yield from (NEIGHBOURS, OWN)


def _watched(memory_map: MemoryMap, state: State) -> Iterator[tuple[str, Region]]:
    """What has a name."""
    for placement in memory_map.inputs:
        if placement.region.memory == MEMORY:
            yield f"input {placement.tensor.name}", _moved(placement, state)
    words = len(argument_block(memory_map, 0))
    size = -(-WORD * words // VECTOR) * VECTOR
    yield "the argument block", Region(MEMORY, ARGUMENTS, ARGUMENTS + size)
    for table in tables():
        for address in table.addresses:
            region = Region(MEMORY, address, address + len(table.image()))
            yield f"the table {table.name}", region


def _moved(placement: Placement, state: State) -> Region:
    """Where a tensor lies in this state."""
    region = placement.region
    by = state.parameters[MOVED] if region.memory == MEMORY else 0
    return Region(region.memory, region.start + by, region.end + by)


def _words(state: State, region: Region) -> Array:
    """The bfloat16 numbers of a region as bits, to read and to write."""
    array = MEMORY_ARRAY if region.memory == MEMORY else region.memory
    return state[array][_span(region)].view("<u2")


def _span(region: Region) -> slice:
    first = MEMORY_START if region.memory == MEMORY else 0
    return slice(region.start - first, region.end - first)
