"""GEMM: Y = requantise(X·W)."""

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.assembly import Assembly
from kernelcraft.kernels.coral_npu.schedules import layer, product, requantise


def kernel(cell: Cell) -> str:
    """X is copied to DTCM at once, W strip by strip; see `schedules.layer`."""
    return write(cell, product.ROWS, product.ORDER)


def write(cell: Cell, tile: int, order: str) -> str:
    """The same with other numbers of rows in a tile, or its steps in another order."""
    asm = Assembly(f"{cell.name}: {tile} x 32 sums in registers")
    rows, inner, columns = (cell.dims[name] for name in ("M", "K", "N"))
    x, w, multiplier, shift = (each.address for each in cell.memory_map.inputs)
    zero_point = int(cell.constants["zero_point"])
    whole = product.Product(rows, inner, columns, columns, zero_point, tile, order)
    output = cell.memory_map.output.address
    requantise.begin(asm)
    layer.write_external(asm, whole, product.Operands(x, w, multiplier, shift, output))
    return str(asm)
