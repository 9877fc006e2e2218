"""Templates that work in place on vector SRAM rows: element by element or row by row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import MemoryMap, Region
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.plena.kernels.assembly import Address, Assembly
from kernelcraft.platforms.plena.kernels.baseline.templates.transfer import (
    base_registers,
    load_constants,
    load_rows,
)
from kernelcraft.platforms.plena.kernels.shape import Shape


def scratch_start(memory_map: MemoryMap, needed: int) -> int:
    """The first of `needed` free elements of vector SRAM, after the output and its canary."""
    region = scratch(memory_map, "vector_sram")
    expect_room(region, region.start + needed)
    return region.start


def scratch(memory_map: MemoryMap, memory: str) -> Region:
    """What a kernel may use of a memory."""
    return next(region for region in memory_map.scratch if region.memory == memory)


def expect_room(region: Region, end: int) -> None:
    """Raises Unwritten if a kernel needs addresses up to `end` - 1 and the region ends before."""
    if end > region.end:
        name = region.memory.replace("_", " ")
        raise Unwritten(f"{end - region.end:,} elements of {name} are missing for intermediates")


def elementwise(
    cell: Cell, constants: tuple[str, ...], body: Callable[[Assembly, str, str, list[str]], None]
) -> str:
    """A kernel that loads x to the output's place and runs `body` on every row of vector SRAM.

    `body(asm, x, t, constants)` changes the row at register x, using the scratch row at t.
    """
    asm, scalars = _loaded(cell, constants)
    length = asm.shape.row
    asm.phase(f"one row of {length} elements an iteration")
    with asm.registers(2) as (x, t):
        asm.load(x, cell.memory_map.output.address)
        asm.load(t, scratch_start(cell.memory_map, length))
        with asm.loop(cell.memory_map.output.region.size // length):
            body(asm, x, t, scalars)
            asm.add(x, length)
    return str(asm)


def sigmoid(asm: Assembly, t: str, u: str, one: str) -> None:
    """Row t = 1 / (1 + exp(-row u)); t and u may be the same row."""
    asm.emit("V_SUB_VF", t, u, "f0", 0, 1)
    asm.emit("V_EXP_V", t, t, 0)
    asm.emit("V_ADD_VF", t, t, one, 0)
    asm.emit("V_RECI_V", t, t, 0)


@dataclass(frozen=True)
class RowBlocks:
    """A row of a tensor as its blocks of MLEN elements, `step` apart, and a scratch row."""

    asm: Assembly
    first: str
    pointer: str
    scratch: str
    count: int
    step: int

    def __iter__(self) -> Iterator[str]:
        """The register that points at each block; setting it costs nothing for the first."""
        yield self.first
        for index in range(1, self.count):
            self.asm.set(self.pointer, Address(index * self.step, self.first))
            yield self.pointer


def rowwise(
    cell: Cell, constants: tuple[str, ...], body: Callable[[Assembly, RowBlocks, list[str]], None]
) -> str:
    """A kernel that loads x to the output's place and runs `body` on every row of the tensor."""
    asm, scalars = _loaded(cell, constants)
    rows, columns = (cell.memory_map.output.detail(name) for name in ("rows", "columns"))
    length = asm.shape.row
    asm.phase(f"one row of {columns} elements an iteration")
    with asm.registers(3) as (x, t, pointer):
        asm.load(x, cell.memory_map.output.address)
        asm.load(t, scratch_start(cell.memory_map, length))
        with asm.loop(rows):
            blocks = RowBlocks(asm, x, pointer, t, columns // length, rows * length)
            body(asm, blocks, scalars)
            asm.add(x, length)
    return str(asm)


def _loaded(cell: Cell, constants: tuple[str, ...]) -> tuple[Assembly, list[str]]:
    """A kernel begun: x lies in the output's place and the constants are in registers."""
    memory_map = cell.memory_map
    asm = Assembly(f"{cell.name}: template compiler", Shape.of(memory_map))
    bases, x = base_registers(asm, memory_map), memory_map.input("x")
    load_rows(asm, bases["x"], x, x.detail("rows"), memory_map.output.address)
    return asm, load_constants(asm, memory_map, *constants)
