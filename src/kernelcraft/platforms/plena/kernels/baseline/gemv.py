"""GEMV: a row of results at a time by the transposed product, in chunks that matrix SRAM holds."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.assembly import Address, Assembly
from kernelcraft.platforms.plena.kernels.baseline.templates.rows import scratch_start
from kernelcraft.platforms.plena.kernels.baseline.templates.transfer import (
    base_registers,
    describe_tensor,
    load_vector,
    loaded_vector,
)
from kernelcraft.platforms.plena.kernels.shape import Shape


def kernel(cell: Cell) -> str:
    """There is no official template. M_TMM multiplies BLEN rows where x is one: the products go to
    scratch, and only their first row is copied or added to the output."""
    memory_map, shape = cell.memory_map, Shape.of(cell.memory_map)
    asm = Assembly(f"{cell.name}: template compiler", shape)
    length, held = shape.row, shape.tiles * shape.row
    bases, a = base_registers(asm, memory_map), memory_map.input("A")
    room = shape.block * length + loaded_vector(memory_map.input("x"), shape)
    products = scratch_start(memory_map, room)
    x = products + shape.block * length
    load_vector(asm, bases["x"], memory_map.input("x"), x)
    asm.phase(f"A · x: {length} rows of A at a time, in chunks of {shape.tiles} tiles")
    describe_tensor(asm, a)
    width = a.detail("columns")
    for row in range(0, a.detail("rows"), length):
        for chunk in range(0, width, held):
            tiles = min(shape.tiles, (width - chunk) // length)
            columns = f"columns {chunk}..{chunk + tiles * length - 1}"
            asm.note(f"rows {row}..{row + length - 1}, {columns}")
            _load_tiles(asm, bases["A"], row * width + chunk, tiles)
            _products(asm, x + chunk, products, tiles)
            _collect(asm, memory_map.output.address + row, products, first=chunk == 0)
    return str(asm)


def _load_tiles(asm: Assembly, base: str, offset: int, tiles: int) -> None:
    with asm.registers(2) as (tile, element):
        asm.load(tile, 0)
        asm.load(element, offset)
        for _ in range(tiles):
            asm.emit("H_PREFETCH_M", tile, element, base, 1, 0)
            asm.add(tile, asm.shape.tile)
            asm.add(element, asm.shape.row)


def _products(asm: Assembly, x: int, products: int, tiles: int) -> None:
    """Row 0 of the scratch area = a chunk of x times a tile's rows of A, BLEN rows a result."""
    length, block = asm.shape.row, asm.shape.block
    with asm.registers(3) as (w, v, y):
        asm.load(y, products)
        for row in range(0, length, block):
            asm.load(w, row * length)
            asm.load(v, x)
            for _ in range(tiles):
                asm.emit("M_TMM", 0, v, w)
                asm.add(w, asm.shape.tile)
                asm.add(v, length)
            asm.emit("M_MM_WO", y, "gp0", 0)
            asm.add(y, block)


def _collect(asm: Assembly, output: int, products: int, *, first: bool) -> None:
    """The first chunk is the output, later ones are added to it."""
    with asm.registers(2) as (y, part):
        asm.set(y, Address(output))
        asm.load(part, products)
        if first:
            asm.emit("V_ADD_VF", y, part, "f0", 0)
        else:
            asm.emit("V_ADD_VV", y, y, part, 0)
