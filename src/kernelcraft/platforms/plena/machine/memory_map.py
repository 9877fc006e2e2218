"""Where the tensors of a cell lie in a PLENA machine, and how their values get there and back.

HBM: tensors one after another, each [rows][columns] MXFP8 elements followed by its scales, zero
padded to whole fetches, with a canary after it; the rest is scratch. Vector SRAM: the output from
address 0 with a canary after it; the rest is scratch. FP SRAM: 0.0, then the task's constants.
INT SRAM: tensors of 32-bit whole numbers, the output first, each with a canary; the rest is free.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kernelcraft.cells.protocol import (
    BoolArray,
    Breach,
    Constant,
    FloatArray,
    MemoryMap,
    Placement,
    PlacementError,
    Region,
    Tensor,
)
from kernelcraft.cells.row_major import same
from kernelcraft.platforms.plena.machine.blocks import quantise
from kernelcraft.platforms.plena.machine.configuration import BLOCK, V_ROWS, PlenaConfiguration
from kernelcraft.platforms.plena.machine.formats import bf16_to_f32, f32_to_fp16
from kernelcraft.platforms.plena.machine.state import Plena
from kernelcraft.sim.machine import Array
from kernelcraft.sim.state import State, fresh, written

ALIGNMENT = 64  # bytes; HBM rows must begin at multiples of it
CANARY = 256  # elements after a tensor that nobody may change
INT_CANARY = 64  # the same in INT SRAM
PLACES = {"hbm": "HBM", "vector_sram": "vector SRAM", "int_sram": "INT SRAM"}
SCRATCH_BYTES = 1 << 20  # of HBM, for intermediates; more where rows or heads are longer
BF16_NAN = 0x7FC0
GARBAGE = 1 << 16  # length of the random block that poison repeats


@dataclass(frozen=True)
class Matrix:
    """A tensor as the machine sees it: rows of columns."""

    rows: int
    columns: int
    padded_rows: int

    @property
    def elements(self) -> int:
        """Elements with padding = bytes of the element section = the value for SCALE."""
        return self.padded_rows * self.columns


def as_matrix(tensor: Tensor, configuration: PlenaConfiguration) -> Matrix:
    """Leading axes are rows. Weights and caches are fetched in tiles, anything else in 4 rows."""
    columns = tensor.shape[-1]
    if columns % configuration.mlen:
        raise PlacementError(f"{tensor.name}: {columns} columns are no multiple of MLEN")
    rows = math.prod(tensor.shape[:-1])
    tiled = tensor.role in ("weight", "cache") and len(tensor.shape) > 1
    fetched = configuration.mlen if tiled else V_ROWS
    return Matrix(rows, columns, -(-rows // fetched) * fetched)


def place(
    configuration: PlenaConfiguration,
    inputs: Sequence[Tensor],
    output: Tensor,
    constants: Mapping[str, float],
) -> MemoryMap:
    """Lay tensors and constants out; raises PlacementError if a memory is too small."""
    whole = _whole_numbers(configuration, inputs, output)
    placements: list[Placement] = []
    canaries = [_canary(each.region, INT_CANARY) for each in whole.values()]
    address = 0
    for tensor in inputs:
        if tensor.name in whole:
            placements.append(whole[tensor.name])
            continue
        matrix = as_matrix(tensor, configuration)
        end = address + matrix.elements + matrix.elements // BLOCK
        end = -(-end // ALIGNMENT) * ALIGNMENT
        placements.append(
            Placement(
                tensor,
                Region("hbm", address, end),
                "MXFP8 elements, row-major, then one scale byte per 8 elements",
                (
                    ("rows", matrix.rows),
                    ("padded rows", matrix.padded_rows),
                    ("columns", matrix.columns),
                    ("scale offset", matrix.elements),
                ),
            )
        )
        canaries.append(Region("hbm", end, end + CANARY))
        address = end + CANARY
    usual = PlenaConfiguration()
    longer = max(1, configuration.hlen // usual.hlen)
    end = address + SCRATCH_BYTES * (configuration.mlen // usual.mlen) * longer
    hbm = replace(configuration, hbm_bytes=end)
    result = whole.get(output.name) or _output(configuration, output)
    sram, free = configuration.vector_sram_rows * configuration.mlen, 0
    if output.name not in whole:
        canaries.append(_canary(result.region, CANARY))
        free = result.region.end + CANARY
    if free > sram:
        raise PlacementError(f"{output.name}: vector SRAM has {sram} elements, too few")
    return MemoryMap(
        inputs=tuple(placements),
        output=result,
        constants=_constants(configuration, constants),
        scratch=(Region("vector_sram", free, sram), Region("hbm", address, end)),
        canaries=tuple(canaries),
        parameters=hbm.parameters(),
    )


def _canary(region: Region, size: int) -> Region:
    return Region(region.memory, region.end, region.end + size)


def _whole_numbers(
    configuration: PlenaConfiguration, inputs: Sequence[Tensor], output: Tensor
) -> dict[str, Placement]:
    """Tensors of whole numbers lie in INT SRAM, row-major, the output first."""
    found: dict[str, Placement] = {}
    address = 0
    for tensor in (output, *inputs):
        if tensor.element != "int32":
            continue
        end = address + math.prod(tensor.shape)
        if end + INT_CANARY > configuration.int_sram_size:
            raise PlacementError(f"{tensor.name}: INT SRAM has no room for it")
        columns = tensor.shape[-1]
        rows = (("rows", math.prod(tensor.shape) // columns), ("columns", columns))
        layout = "32-bit whole numbers, row-major"
        found[tensor.name] = Placement(tensor, Region("int_sram", address, end), layout, rows)
        address = end + INT_CANARY
    return found


def _output(configuration: PlenaConfiguration, output: Tensor) -> Placement:
    matrix = as_matrix(replace(output, role="activation"), configuration)
    return Placement(
        output,
        Region("vector_sram", 0, matrix.rows * matrix.columns),
        f"bf16, [columns/{configuration.mlen}][rows][{configuration.mlen}]",
        (("rows", matrix.rows), ("columns", matrix.columns)),
    )


def _constants(
    configuration: PlenaConfiguration, constants: Mapping[str, float]
) -> tuple[Constant, ...]:
    named = {"zero": 0.0, **constants}
    if len(named) > configuration.fp_sram_size:
        raise PlacementError(f"FP SRAM has {configuration.fp_sram_size} entries, too few")
    return tuple(
        Constant(name, "fp_sram", address, float(np.float16(value)))
        for address, (name, value) in enumerate(named.items())
    )


def encoded(placement: Placement, values: FloatArray) -> Array:
    """The bytes of a tensor in HBM, padding included; values are quantised to MXFP8."""
    rows, columns = placement.detail("rows"), placement.detail("columns")
    elements, scales = quantise(values.reshape(rows, columns).astype(np.float32))
    image = np.zeros(placement.region.size, dtype=np.uint8)
    image[: rows * columns] = elements.ravel()
    start = placement.detail("scale offset")
    image[start : start + rows * columns // BLOCK] = scales.ravel()
    return image


def stage(memory_map: MemoryMap, inputs: Mapping[str, FloatArray], poison: int | None) -> State:
    """A machine with inputs and constants in place, everything else garbage (or zero)."""
    state = fresh(Plena, memory_map.parameters)
    if poison is not None:
        _poison(state, np.random.default_rng(poison))
        region = memory_map.output.region
        if region.memory == "vector_sram":
            state["vector_sram"][region.start : region.end] = BF16_NAN
    for placement in memory_map.inputs:
        values, region = inputs[placement.tensor.name], placement.region
        whole = region.memory == "int_sram"
        image = values.ravel().astype(np.uint32) if whole else encoded(placement, values)
        state[region.memory][region.start : region.end] = image
    for constant in memory_map.constants:
        value = np.array([constant.value], dtype=np.float32)
        state["fp_sram"][constant.address] = f32_to_fp16(value)[0]
    return state


def _poison(state: State, rng: np.random.Generator) -> None:
    """Large finite garbage: 2^10 to 2^14 in the SRAMs; in HBM whatever such bytes decode to.

    Registers hold it too, but for those whose reset value is documented: a0..a7, SCALE, STRIDE,
    V_MASK and the accumulators.
    """
    noise = rng.integers(0, 1 << 16, size=GARBAGE, dtype=np.uint16)
    sign, exponent, fraction = noise & 0x8000, (noise >> 8) % 4, noise & 0x7F
    bf16 = (sign | (127 + 10 + exponent) << 7 | fraction).astype(np.uint16)
    fp16 = (sign | (15 + 10 + exponent) << 10 | fraction << 3).astype(np.uint16)
    # As MXFP8 both roles of a byte are large: an element with exponent bits set, a scale of 2^7.
    hbm = np.where(noise & 0x4000, noise & 0x80 | 0x70 | noise & 7, 134).astype(np.uint8)
    _repeat(state["vector_sram"], bf16)
    _repeat(state["matrix_sram"], bf16_to_f32(bf16))
    _repeat(state["fp_sram"], fp16)
    _repeat(state["int_sram"], noise.astype(np.uint32) * 65_521)
    _repeat(state["hbm"], hbm)
    state["gp"][1:] = rng.integers(1 << 31, 1 << 32, size=len(state["gp"]) - 1)
    state["f"][1:] = fp16[: len(state["f"]) - 1]


def _repeat(target: Array, block: Array) -> None:
    whole = len(target) // len(block) * len(block)
    target[:whole].reshape(-1, len(block))[:] = block
    target[whole:] = block[: len(target) - whole]


def read(placement: Placement, state: State) -> FloatArray:
    """The values of an output in its own shape."""
    if placement.region.memory == "int_sram":
        signed = _flat(placement, state, "int_sram").astype(np.uint32).view(np.int32)
        return signed.astype(np.float64)
    return bf16_to_f32(_arranged(placement, state, "vector_sram")).astype(np.float64)


def unwritten(placement: Placement, state: State) -> BoolArray:
    """Those elements of an output that no instruction wrote, in its own shape."""
    if placement.region.memory == "int_sram":
        return np.asarray(_flat(placement, state, written("int_sram")) == 0, np.bool_)
    return np.asarray(_arranged(placement, state, written("vector_sram")) == 0, np.bool_)


def _flat(placement: Placement, state: State, array: str) -> Array:
    """The elements of an array beside a row-major tensor, in the tensor's own shape."""
    region = placement.region
    return state[array][region.start : region.end].reshape(placement.tensor.shape)


def _arranged(placement: Placement, state: State, array: str) -> Array:
    """The elements of an array beside a tensor, in the tensor's own shape."""
    rows, columns = placement.detail("rows"), placement.detail("columns")
    region, row = placement.region, state.parameters["mlen"]
    blocks = state[array][region.start : region.end].reshape(columns // row, rows, row)
    return np.ascontiguousarray(blocks.transpose(1, 0, 2)).reshape(placement.tensor.shape)


def locate(placement: Placement, index: tuple[int, ...], row: int) -> int:
    """The address of one element of the output in its memory."""
    flat = int(np.ravel_multi_index(index, placement.tensor.shape))
    if placement.region.memory == "int_sram":
        return placement.address + flat
    at, column = divmod(flat, placement.detail("columns"))
    return (
        placement.address
        + (column // row) * placement.detail("rows") * row
        + at * row
        + column % row
    )


def audit(memory_map: MemoryMap, before: State, after: State) -> list[Breach]:
    """Every input that changed, and every input and canary that was written.

    A write counts even if it left the same value there; a changed byte counts even if no
    instruction is known to have written it.
    """
    found: list[Breach] = []
    for placement in memory_map.inputs:
        at = _first_write(placement.region, before, after)
        if at is not None:
            name = placement.tensor.name
            where = PLACES[placement.region.memory]
            found.append(Breach(f"input {name} was written at {where} address {at}"))
    for canary in memory_map.canaries:
        at = _first_write(canary, before, after)
        if at is not None:
            where = PLACES[canary.memory]
            message = f"{where} address {at}, past the end of a tensor, was written"
            found.append(Breach(message))
    return found


def _first_write(region: Region, before: State, after: State) -> int | None:
    part = slice(region.start, region.end)
    touched = after[f"{region.memory}_written"][part] != 0
    if touched.any():
        return region.start + int(np.argmax(touched))
    old, new = before[region.memory][part], after[region.memory][part]
    return None if same(old, new) else region.start + int(np.argmax(old != new))
