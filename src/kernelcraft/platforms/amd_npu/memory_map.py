"""Where the tensors of a cell lie around an AIE2 core, and how their values get there and back.

Each tensor begins with a bank and has the banks that it reaches into for itself, so that tensors do
not collide: banks 1 to 3 of the core's own memory first, then those of its neighbours. In a graded
run all tensors lie further on by one multiple of 64 bytes that only the argument block tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import ml_dtypes
import numpy as np

from kernelcraft.platforms.amd_npu.assembly import STACK, TABLES, TABLES_END
from kernelcraft.platforms.amd_npu.layouts import order, sentence
from kernelcraft.platforms.amd_npu.machine import MEMORY_END, MEMORY_START, AmdNpu
from kernelcraft.platforms.amd_npu.registers import NUMBER, SCALARS, WIDTHS
from kernelcraft.platforms.amd_npu.tables import COPIES, tables
from kernelcraft.platforms.platform import (
    BoolArray,
    FloatArray,
    MemoryMap,
    Placement,
    PlacementError,
    Region,
    Tensor,
)
from kernelcraft.sim.machine import Array
from kernelcraft.sim.state import State, fresh, written

MEMORY: Final = "data memory"
BANK: Final = 16 * 1024
ELEMENT: Final = 2  # bytes of a bfloat16
VECTOR: Final = 32  # bytes
STACK_END: Final = COPIES[0]
ARGUMENTS: Final = 0x71F00  # where p0 points to
SIZES: Final = 8  # r0 to r7
OWN: Final = Region(MEMORY, 0x74000, MEMORY_END)
NEIGHBOURS: Final = Region(MEMORY, MEMORY_START, 0x6C000)
BESIDE_TABLES: Final = Region(MEMORY, NEIGHBOURS.end, COPIES[1])
SHIFT, SHIFTS = 64, 16
MOST_SHIFT: Final = SHIFT * (SHIFTS - 1)
MOVED: Final = "moved"  # parameter of a state: by how many bytes the tensors lie further on
BF16_NAN: Final = 0x7FC0
GARBAGE: Final = 1 << 16  # numbers of the random block that poison repeats


def place(inputs: Sequence[Tensor], output: Tensor) -> MemoryMap:
    """Give every tensor banks of its own; raises PlacementError if there are too few."""
    rooms = [OWN, NEIGHBOURS]
    placements: list[Placement] = []
    canaries: list[Region] = []
    for tensor in (*inputs, output):
        size = _bytes(tensor)
        taken = -(-(size + MOST_SHIFT) // BANK) * BANK
        fitting = [number for number, room in enumerate(rooms) if room.size >= taken]
        if not fitting:
            raise PlacementError(
                f"{tensor.name}: there is no room for its {size:,} bytes in the memories that a "
                "core reaches"
            )
        room = rooms[fitting[0]]
        end = room.start + size
        placements.append(Placement(tensor, Region(MEMORY, room.start, end), sentence(tensor)))
        canaries.append(Region(MEMORY, end, room.start + taken))
        rooms[fitting[0]] = Region(MEMORY, room.start + taken, room.end)
    stack, data = Region(MEMORY, STACK, STACK_END), Region(MEMORY, TABLES, TABLES_END)
    return MemoryMap(
        inputs=tuple(placements[:-1]),
        output=placements[-1],
        constants=(),
        scratch=(stack, data, *(room for room in rooms if room.size), BESIDE_TABLES),
        canaries=tuple(canaries),
        parameters={},
    )


def _bytes(tensor: Tensor) -> int:
    if tensor.element != "float":
        raise PlacementError(f"{tensor.name}: the machine has no {tensor.element} tensors")
    size = len(order(tensor)) * ELEMENT
    if size % VECTOR:
        raise PlacementError(f"{tensor.name}: {size} bytes are no whole number of vectors")
    return size


def sizes(memory_map: MemoryMap) -> dict[str, int]:
    """The axes of the tensors with their sizes, as r0 to r7 have them."""
    tensors = [each.tensor for each in (*memory_map.inputs, memory_map.output)]
    pairs = (pair for tensor in tensors for pair in zip(tensor.axes, tensor.shape, strict=False))
    return dict(list(dict(pairs).items())[:SIZES])


def stored(values: FloatArray) -> FloatArray:
    """What bfloat16 keeps of the values, to the nearest, halves to even."""
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
        values = inputs[placement.tensor.name].reshape(-1)[order(placement.tensor)]
        bits = values.astype(np.float32).astype(ml_dtypes.bfloat16).view(np.uint16)
        _words(state, _moved(placement, state))[:] = bits
    for table in tables():
        for address in table.addresses:
            image = table.image()
            state["memory"][_span(Region(MEMORY, address, address + len(image)))] = image
    _arguments(memory_map, state)
    return state


def _arguments(memory_map: MemoryMap, state: State) -> None:
    """The argument block, and the registers that a kernel is promised."""
    placements = (*memory_map.inputs, memory_map.output)
    block = np.array([_moved(each, state).start for each in placements], "<u4").view(np.uint8)
    state["memory"][_span(Region(MEMORY, ARGUMENTS, ARGUMENTS + len(block)))] = block
    promised = {"p0": ARGUMENTS, "sp": STACK, "crRnd": 0, "crSat": 0}
    promised |= {f"r{number}": size for number, size in enumerate(sizes(memory_map).values())}
    for name, value in promised.items():
        state["scalars"][NUMBER[name]] = value


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
    return np.asarray(_restored(placement.tensor, bits.astype(np.float64)), np.float64)


def unwritten(placement: Placement, state: State) -> BoolArray:
    """The elements of which no byte was written, in the tensor's own shape."""
    touched = state[written("memory")][_span(_moved(placement, state))].reshape(-1, ELEMENT)
    missing = np.asarray(touched.any(axis=1) == 0)
    return np.asarray(_restored(placement.tensor, missing), np.bool_)


def _restored(tensor: Tensor, values: Array) -> Array:
    restored = np.empty_like(values)
    restored[order(tensor)] = values
    return restored.reshape(tensor.shape)


def locate(placement: Placement, index: tuple[int, ...]) -> int:
    """The address of an element where the tensors are not moved."""
    flat = int(np.ravel_multi_index(index, placement.tensor.shape))
    return placement.address + ELEMENT * int(np.flatnonzero(order(placement.tensor) == flat)[0])


def audit(memory_map: MemoryMap, before: State, after: State) -> list[str]:
    """Sentences for everything that was written and is neither the output nor free."""
    touched = after[written("memory")] != 0
    touched |= before["memory"] != after["memory"]
    for free in (*memory_map.scratch, _moved(memory_map.output, after)):
        touched[_span(free)] = False
    found: list[str] = []
    for what, region in _watched(memory_map, after):
        part = _span(region)
        if touched[part].any():
            found.append(f"{what} was written at {region.start + int(np.argmax(touched[part])):#x}")
            touched[part] = False
    if touched.any():
        at = MEMORY_START + int(np.argmax(touched))
        found.append(f"memory beside the tensors was written at {at:#x}")
    return found


def _watched(memory_map: MemoryMap, state: State) -> Iterator[tuple[str, Region]]:
    """What has a name."""
    for placement in memory_map.inputs:
        yield f"input {placement.tensor.name}", _moved(placement, state)
    size = -(-4 * (len(memory_map.inputs) + 1) // VECTOR) * VECTOR
    yield "the argument block", Region(MEMORY, ARGUMENTS, ARGUMENTS + size)
    for table in tables():
        for address in table.addresses:
            region = Region(MEMORY, address, address + len(table.image()))
            yield f"the table {table.name}", region


def _moved(placement: Placement, state: State) -> Region:
    """Where a tensor lies in this state."""
    by, region = state.parameters[MOVED], placement.region
    return Region(MEMORY, region.start + by, region.end + by)


def _words(state: State, region: Region) -> Array:
    """The bfloat16 numbers of a region as bits, to read and to write."""
    return state["memory"][_span(region)].view("<u2")


def _span(region: Region) -> slice:
    return slice(region.start - MEMORY_START, region.end - MEMORY_START)
