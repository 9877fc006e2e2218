"""BatchMatMul: Y[b] = requantise(X[b]·W[b])."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import (
    activations,
    five_rows,
    layer,
    product,
    scales,
)


def kernel(cell: Cell) -> str:
    """A GEMM for each batch, in the same room of DTCM; see `schedules.layer` and, for numbers of
    rows that three does not divide, `schedules.five_rows`."""
    batches, rows, inner, columns = (cell.dims[name] for name in ("b", "M", "K", "N"))
    x, output = cell.memory_map.input("x").address, cell.memory_map.output.address
    each = product.Product(rows, inner, columns, columns, int(cell.constants["zero_point"]))
    if five_rows.serves(each):
        asm = Assembly(f"{cell.name}: 5 x 16, then 3 x 32 sums in registers")
        five_rows.write_all(asm, cell, batches, each, x, output)
        return str(asm)
    asm = Assembly(f"{cell.name}: 3 x 32 sums in registers")
    layer.begin(asm, rows)
    kept = activations.reserve_rows(asm, "x", rows, inner)
    room = product.Room.reserve(asm, inner)

    def write_one(operands: product.Operands) -> None:
        layer.write(asm, each, operands, room)

    first = scales.operands(asm, cell, rows, kept, output)
    layer.write_all(asm, batches, each, first, x, write_one)
    return str(asm)
