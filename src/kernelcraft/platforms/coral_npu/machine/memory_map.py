"""Where the tensors of a cell lie in a Coral NPU, and how their values get there and back.

Inputs follow one another from the start of external memory, each from a multiple of 16 bytes on;
the output begins at the next multiple of 4 KB. All are row-major and little-endian. In a graded
run nothing of external memory but the output can be written: its regions in the machine's memory
map say so, and a store beside the output traps.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from kernelcraft.cells.protocol import (
    BoolArray,
    Breach,
    Element,
    FloatArray,
    MemoryMap,
    Placement,
    PlacementError,
    Region,
    Tensor,
)
from kernelcraft.platforms.coral_npu.machine.configuration import EXTERNAL, CoralConfiguration
from kernelcraft.platforms.coral_npu.machine.state import reset, span
from kernelcraft.riscv.csrs import SLOT
from kernelcraft.riscv.memory import READ, REGION, WRITE
from kernelcraft.riscv.operands import X_NAMES
from kernelcraft.sim.machine import Array
from kernelcraft.sim.state import State

INPUT_ALIGNMENT: Final = 16
OUTPUT_ALIGNMENT: Final = 4096
MEMORY: Final = "external memory"
GARBAGE: Final = 1 << 16  # length of the random block that poison repeats
TYPES: Final[dict[Element, str]] = {
    "int8": "<i1",
    "uint8": "<u1",
    "int16": "<i2",
    "uint16": "<u2",
    "int32": "<i4",
}
ROUNDING_MODES: Final = 4  # of vxrm


def place(configuration: CoralConfiguration, inputs: Sequence[Tensor], output: Tensor) -> MemoryMap:
    """Lay the tensors out; raises PlacementError if external memory is too small."""
    placements: list[Placement] = []
    end = EXTERNAL
    for tensor in inputs:
        placements.append(_placed(tensor, end, INPUT_ALIGNMENT))
        end = placements[-1].region.end
    result = _placed(output, end, OUTPUT_ALIGNMENT)
    room = EXTERNAL + configuration.external_bytes
    if result.region.end > room:
        raise PlacementError(
            f"{output.name}: external memory ends at {room:#x}, before the tensor does"
        )
    return MemoryMap(
        inputs=tuple(placements),
        output=result,
        constants=(),
        scratch=tuple(
            Region(each.name, each.start, each.start + each.size)
            for each in configuration.regions()
            if each.name == "DTCM"
        ),
        canaries=(
            *_between(placements, result),
            Region(MEMORY, result.region.end, room),
        ),
        parameters=configuration.parameters(),
    )


def _placed(tensor: Tensor, end: int, alignment: int) -> Placement:
    start = -(-end // alignment) * alignment
    size = math.prod(tensor.shape) * _type(tensor).itemsize
    return Placement(tensor, Region(MEMORY, start, start + size), "row-major, little-endian")


def _type(tensor: Tensor) -> np.dtype[np.integer]:
    if tensor.element not in TYPES:
        raise PlacementError(f"{tensor.name}: the machine has no {tensor.element} tensors")
    return np.dtype(TYPES[tensor.element])


def _between(placements: Sequence[Placement], output: Placement) -> list[Region]:
    """What lies between one tensor and the next."""
    whole = [*placements, output]
    pairs = zip(whole, whole[1:], strict=False)
    gaps = [Region(MEMORY, one.region.end, other.region.start) for one, other in pairs]
    return [gap for gap in gaps if gap.size]


def representable(tensor: Tensor, values: FloatArray) -> FloatArray:
    """The nearest whole numbers that the tensor's elements can be."""
    limits = np.iinfo(_type(tensor))
    return np.clip(np.rint(values), limits.min, limits.max)


def stage(
    configuration: CoralConfiguration,
    memory_map: MemoryMap,
    inputs: Mapping[str, FloatArray],
    poison: int | None,
) -> State:
    """A machine with inputs in place and sp at the end of DTCM; garbage elsewhere, or zeros."""
    state = reset(configuration)
    if poison is not None:
        _poison(state, np.random.default_rng(poison))
        _protect(state, memory_map.output.region)
    state["x"][X_NAMES.index("sp")] = configuration.stack
    for placement in memory_map.inputs:
        tensor = placement.tensor
        image = inputs[tensor.name].astype(_type(tensor)).tobytes()
        _bytes(configuration, placement.region, state)[:] = np.frombuffer(image, np.uint8)
    return state


def _poison(state: State, rng: np.random.Generator) -> None:
    """Random bytes in all memories and registers; the CSRs that a program sets for its own
    arithmetic hold random legal values, others keep those of reset (vtype is illegal)."""
    noise = rng.integers(0, 256, size=GARBAGE, dtype=np.uint8)
    for name in ("memory", "v"):
        _repeat(state[name], np.roll(noise, int(rng.integers(GARBAGE))))
    for name in ("x", "f"):
        state[name][:] = rng.integers(0, 1 << 32, size=len(state[name]), dtype=np.uint32)
    state["x"][0] = 0
    state["csr"][SLOT["vxrm"]] = rng.integers(ROUNDING_MODES)
    state["csr"][SLOT["vxsat"]] = rng.integers(2)
    state["csr"][SLOT["fflags"]] = rng.integers(1 << 5)


def _repeat(target: Array, block: Array) -> None:
    whole = len(target) // len(block) * len(block)
    target[:whole].reshape(-1, len(block))[:] = block
    target[whole:] = block[: len(target) - whole]


def _protect(state: State, output: Region) -> None:
    """Let external memory be read everywhere, but written only where the output lies."""
    found: list[int] = []
    for start, size, offset, access in state["regions"].reshape(-1, REGION).tolist():
        if start <= output.start < start + size:
            found += [start, size, offset, READ]
            found += [output.start, output.size, offset + output.start - start, WRITE]
        else:
            found += [start, size, offset, access]
    state.arrays["regions"] = np.array(found, np.int64)
    state.parameters["regions"] += 1


def read(configuration: CoralConfiguration, placement: Placement, state: State) -> FloatArray:
    """The values of a tensor in its own shape."""
    data = _bytes(configuration, placement.region, state).tobytes()
    values = np.frombuffer(data, _type(placement.tensor)).astype(np.float64)
    return values.reshape(placement.tensor.shape)


def unwritten(
    configuration: CoralConfiguration, placement: Placement, before: State, after: State
) -> BoolArray:
    """The elements that are what they were before the run."""
    old, new = (read(configuration, placement, state) for state in (before, after))
    return np.asarray(old == new, np.bool_)


def locate(placement: Placement, index: tuple[int, ...]) -> int:
    """The address of an element."""
    flat = int(np.ravel_multi_index(index, placement.tensor.shape))
    return placement.address + flat * _type(placement.tensor).itemsize


def audit(
    configuration: CoralConfiguration, memory_map: MemoryMap, before: State, after: State
) -> list[Breach]:
    """Every input and everything beside the output that changed.

    A graded run cannot change them, as its memory map forbids it; this looks at the bytes.
    """
    watched = [(f"input {each.tensor.name}", each.region) for each in memory_map.inputs]
    watched += [("external memory beside the output", each) for each in memory_map.canaries]
    found: list[Breach] = []
    for what, region in watched:
        changed = _bytes(configuration, region, before) != _bytes(configuration, region, after)
        if changed.any():
            at = region.start + int(np.argmax(changed))
            found.append(Breach(f"{what} was written at {at:#x}"))
    return found


def _bytes(configuration: CoralConfiguration, region: Region, state: State) -> Array:
    return state["memory"][span(configuration, region.start, region.size)]
