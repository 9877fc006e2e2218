"""Where the tensors of a cell lie, how their values get there and back, and what a call hands over.

Inputs follow one another from the start of the operands' memory, each at a multiple of 64 bytes,
then the output. All are row-major and little-endian. A kernel can write the output, its own data
and the stack; any other store is a fault, since the machine's memory map has nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from kernelcraft.cells.plain import NumberFormat
from kernelcraft.cells.protocol import FloatArray, MemoryMap, PlacementError, Region, Tensor
from kernelcraft.cells.row_major import RowMajor
from kernelcraft.platforms.boom.machine.configuration import (
    OPERAND_BYTES,
    OPERANDS,
    REGIONS,
    RETURN,
    STACK_END,
    BoomConfiguration,
)
from kernelcraft.platforms.boom.machine.state import reset, span
from kernelcraft.riscv.csrs import SLOT
from kernelcraft.riscv.memory import READ, REGION, WRITE
from kernelcraft.riscv.operands import X_NAMES
from kernelcraft.sim.machine import Array
from kernelcraft.sim.state import State

ALIGNMENT: Final = 64  # a line of the caches
MEMORY: Final = "operands"
GARBAGE: Final = 1 << 16  # length of the random block that poison repeats
MOST_ARGUMENTS: Final = 8  # a0 to a7
ROUNDING_MODES: Final = 5  # of frm
FLOAT64: Final = NumberFormat("float64", np.dtype(np.float64), np.dtype(np.float64), 53)
ROWS: Final = RowMajor(
    MEMORY, OPERANDS, OPERANDS + OPERAND_BYTES, ALIGNMENT, ALIGNMENT, ALIGNMENT, FLOAT64
)


def place(configuration: BoomConfiguration, inputs: Sequence[Tensor], output: Tensor) -> MemoryMap:
    """Lay the tensors out; raises PlacementError for want of room or of argument registers."""
    placements, result = ROWS.place(inputs, output)
    found = MemoryMap(
        inputs=placements,
        output=result,
        constants=(),
        scratch=tuple(
            Region(each.name, each.start, each.end)
            for each in REGIONS
            if each.name in ("stack", "data")
        ),
        canaries=(
            *ROWS.between((*placements, result)),
            Region(MEMORY, result.region.end, OPERANDS + OPERAND_BYTES),
        ),
        parameters=configuration.parameters(),
    )
    count = len(arguments(found))
    if count > MOST_ARGUMENTS:
        raise PlacementError(f"{count} arguments; a call has registers for {MOST_ARGUMENTS}")
    return found


def arguments(memory_map: MemoryMap) -> tuple[tuple[str, int], ...]:
    """What a0, a1, ... hold: the addresses of inputs and output, then the sizes of axes."""
    tensors = (*memory_map.inputs, memory_map.output)
    sizes: dict[str, int] = {}
    for each in tensors:
        for axis, size in zip(each.tensor.axes, each.tensor.shape, strict=False):
            sizes.setdefault(axis, size)
    return (*((each.tensor.name, each.address) for each in tensors), *sizes.items())


def stage(
    configuration: BoomConfiguration,
    memory_map: MemoryMap,
    inputs: Mapping[str, FloatArray],
    poison: int | None,
) -> State:
    """A machine about to call a kernel: inputs in place, garbage elsewhere, or zeros."""
    state = reset(configuration)
    _protect(state, memory_map.output.region)
    if poison is not None:
        _poison(state, np.random.default_rng(poison))
    registers = state["x"]
    registers[X_NAMES.index("ra")] = RETURN
    registers[X_NAMES.index("sp")] = STACK_END
    for number, (_, value) in enumerate(arguments(memory_map)):
        registers[X_NAMES.index("a0") + number] = value
    for placement in memory_map.inputs:
        image = ROWS.encode(placement.tensor, inputs[placement.tensor.name])
        view(placement.region, state)[:] = image
    return state


def _poison(state: State, rng: np.random.Generator) -> None:
    """Random bytes in all memories and registers, and random flags; rounding is to the nearest."""
    noise = rng.integers(0, 256, size=GARBAGE, dtype=np.uint8)
    target = state["memory"]
    rolled = np.roll(noise, int(rng.integers(GARBAGE)))
    whole = len(target) // GARBAGE * GARBAGE
    target[:whole].reshape(-1, GARBAGE)[:] = rolled
    target[whole:] = rolled[: len(target) - whole]
    for name in ("x", "f"):
        state[name][:] = rng.integers(0, 1 << 64, size=32, dtype=np.uint64)
    state["x"][0] = 0
    state["csr"][SLOT["fflags"]] = rng.integers(1 << 5)


def _protect(state: State, output: Region) -> None:
    """Let the operands be read, but written only where the output lies."""
    found: list[int] = []
    for start, size, offset, access in state["regions"].reshape(-1, REGION).tolist():
        if start <= output.start < start + size:
            found += [output.start, output.size, offset + output.start - start, READ | WRITE]
            found += [start, size, offset, READ]
        else:
            found += [start, size, offset, access]
    state.arrays["regions"] = np.array(found, np.int64)
    state.parameters["regions"] += 1


def view(region: Region, state: State) -> Array:
    """The bytes of a region of the operands' memory."""
    return state["memory"][span(region.start, region.size)]
