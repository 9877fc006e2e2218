"""GEMM: Y = requantise(X·W)."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import five_rows, layer, product, scales


def kernel(cell: Cell) -> str:
    """X is copied to DTCM at once, W strip by strip; scales are there from the start. See
    `schedules.layer` and, for numbers of rows that three does not divide, `schedules.five_rows`."""
    rows, inner, columns = (cell.dims[name] for name in ("M", "K", "N"))
    zero_point = int(cell.constants["zero_point"])
    whole = product.Product(rows, inner, columns, columns, zero_point)
    if five_rows.serves(whole):
        asm = Assembly(f"{cell.name}: 5 x 16, then 3 x 32 sums in registers")
        x, output = cell.memory_map.input("x").address, cell.memory_map.output.address
        five_rows.write(asm, cell, whole, x, output, None)
        return str(asm)
    return write(cell, product.ROWS)


def write(cell: Cell, tile: int, order: str = "") -> str:
    """The same with other numbers of rows in a tile, or its steps in another order."""
    asm = Assembly(f"{cell.name}: {tile} x 32 sums in registers")
    rows, inner, columns = (cell.dims[name] for name in ("M", "K", "N"))
    layer.begin(asm, rows)
    x, output = cell.memory_map.input("x").address, cell.memory_map.output.address
    zero_point = int(cell.constants["zero_point"])
    whole = product.Product(rows, inner, columns, columns, zero_point, tile, order)
    layer.write_external(asm, whole, scales.operands(asm, cell, rows, x, output))
    return str(asm)
