"""BatchMatMul: Y[b] = requantise(X[b]·W[b])."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import activations, layer, product, scales


def kernel(cell: Cell) -> str:
    """A GEMM for each batch, in the same room of DTCM; see `schedules.layer`."""
    asm = Assembly(f"{cell.name}: 3 x 32 sums in registers")
    batches, rows, inner, columns = (cell.dims[name] for name in ("b", "M", "K", "N"))
    layer.begin(asm, rows)
    kept = activations.reserve_rows(asm, "x", rows, inner)
    room = product.Room.reserve(asm, inner)
    x, output = cell.memory_map.input("x").address, cell.memory_map.output.address
    each = product.Product(rows, inner, columns, columns, int(cell.constants["zero_point"]))
    first = scales.operands(asm, cell, rows, kept, output)
    layer.write_all(asm, batches, each, first, x, room)
    return str(asm)
