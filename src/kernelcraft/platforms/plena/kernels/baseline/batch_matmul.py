"""BatchMatMul: for each batch load its activations, then the projection template."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.assembly import UNROLL_LIMIT, Address, Assembly
from kernelcraft.platforms.plena.kernels.baseline.templates.projection import Projection
from kernelcraft.platforms.plena.kernels.baseline.templates.rows import scratch_start
from kernelcraft.platforms.plena.kernels.baseline.templates.transfer import (
    base_registers,
    load_rows,
)
from kernelcraft.platforms.plena.kernels.shape import Shape


def kernel(cell: Cell) -> str:
    """There is no working official template. C3, C4 and C5 would unroll into 21,000 to a million
    instructions: batches and column blocks are hardware loops there, at 7 cycles more for a batch
    and 3 for a column block. Batches of C5 are too long for a loop of the official emulator."""
    memory_map, length = cell.memory_map, Shape.of(cell.memory_map).row
    asm = Assembly(f"{cell.name}: template compiler", Shape.of(memory_map))
    bases, x, w = base_registers(asm, memory_map), memory_map.input("x"), memory_map.input("w")
    batches, rows, depth, columns = (cell.dims[name] for name in ("b", "M", "K", "N"))
    source = scratch_start(memory_map, rows * depth)
    output = Address(memory_map.output.address)
    product = Projection(asm.shape, bases["w"], w, source, rows, depth, columns, batches * rows)
    hardware = batches * product.instructions > UNROLL_LIMIT
    loading = 2 * rows * depth // length  # instructions, at most
    looped = hardware and loading + product.most <= memory_map.parameters["loop_cap"]
    asm.phase(f"{batches} batches")
    starts, steps = (Address(), Address(), output), (rows * depth, depth * columns, rows * length)
    for here, weights, result in asm.repeat(batches, starts, steps, hardware=looped):
        load_rows(asm, bases["x"], x, rows, source, here)
        product.write(asm, result, weights, hardware=hardware)
    return str(asm)
