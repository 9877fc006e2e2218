"""GEMV: 64 results at a time by the transposed product, A in chunks of what matrix SRAM holds."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.assembly import Address, Assembly
from kernelcraft.platforms.plena.kernels.baseline.templates.projection import TILE, TILES
from kernelcraft.platforms.plena.kernels.baseline.templates.rows import scratch_start
from kernelcraft.platforms.plena.kernels.baseline.templates.transfer import (
    FETCH,
    ROW,
    base_registers,
    describe_tensor,
    load_vector,
    loaded_vector,
)


def kernel(cell: Cell) -> str:
    """There is no official template. M_TMM multiplies 4 rows where x is one: the products go to
    scratch, and only their first row is copied or added to the output."""
    asm, memory_map = Assembly(f"{cell.name}: template compiler"), cell.memory_map
    bases, a = base_registers(asm, memory_map), memory_map.input("A")
    products = scratch_start(memory_map, FETCH * ROW + loaded_vector(memory_map.input("x")))
    x = products + FETCH * ROW
    load_vector(asm, bases["x"], memory_map.input("x"), x)
    asm.phase("A · x: 64 rows of A at a time, in chunks of 4 tiles")
    describe_tensor(asm, a)
    width = a.detail("columns")
    for row in range(0, a.detail("rows"), ROW):
        for chunk in range(0, width, TILES * ROW):
            tiles = min(TILES, (width - chunk) // ROW)
            asm.note(f"rows {row}..{row + ROW - 1}, columns {chunk}..{chunk + tiles * ROW - 1}")
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
            asm.add(tile, TILE)
            asm.add(element, ROW)


def _products(asm: Assembly, x: int, products: int, tiles: int) -> None:
    """Row 0 of the scratch area = a chunk of x times 64 rows of A, 4 rows a result."""
    with asm.registers(3) as (w, v, y):
        asm.load(y, products)
        for row in range(0, ROW, FETCH):
            asm.load(w, row * ROW)
            asm.load(v, x)
            for _ in range(tiles):
                asm.emit("M_TMM", 0, v, w)
                asm.add(w, TILE)
                asm.add(v, ROW)
            asm.emit("M_MM_WO", y, "gp0", 0)
            asm.add(y, FETCH)


def _collect(asm: Assembly, output: int, products: int, *, first: bool) -> None:
    """The first chunk is the output, later ones are added to it."""
    with asm.registers(2) as (y, part):
        asm.set(y, Address(output))
        asm.load(part, products)
        if first:
            asm.emit("V_ADD_VF", y, part, "f0", 0)
        else:
            asm.emit("V_ADD_VV", y, y, part, 0)
