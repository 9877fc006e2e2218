"""Where the tensors of a cell lie in a Coral NPU, and how their values get there and back.

Inputs follow one another from the start of external memory, each from a multiple of 16 bytes on;
the output begins at the next multiple of 4 KB. All are row-major and little-endian. In a graded
run nothing of external memory but the output can be written: its regions in the machine's memory
map say so, and a store beside the output traps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from kernelcraft.cells.protocol import FloatArray, MemoryMap, Region, Tensor
from kernelcraft.cells.row_major import RowMajor, View
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
ROUNDING_MODES: Final = 4  # of vxrm


def place(configuration: CoralConfiguration, inputs: Sequence[Tensor], output: Tensor) -> MemoryMap:
    """Lay the tensors out; raises PlacementError if external memory is too small."""
    room = EXTERNAL + configuration.external_bytes
    placements, result = rows(configuration).place(inputs, output)
    return MemoryMap(
        inputs=placements,
        output=result,
        constants=(),
        scratch=tuple(
            Region(each.name, each.start, each.start + each.size)
            for each in configuration.regions()
            if each.name == "DTCM"
        ),
        canaries=(
            *rows(configuration).between((*placements, result)),
            Region(MEMORY, result.region.end, room),
        ),
        parameters=configuration.parameters(),
    )


def rows(configuration: CoralConfiguration) -> RowMajor:
    """How tensors lie in external memory."""
    end = EXTERNAL + configuration.external_bytes
    return RowMajor(MEMORY, EXTERNAL, end, INPUT_ALIGNMENT, OUTPUT_ALIGNMENT)


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
        image = rows(configuration).encode(placement.tensor, inputs[placement.tensor.name])
        view(configuration)(placement.region, state)[:] = image
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


def view(configuration: CoralConfiguration) -> View:
    """The bytes of a region of external memory."""

    def found(region: Region, state: State) -> Array:
        return state["memory"][span(configuration, region.start, region.size)]

    return found
