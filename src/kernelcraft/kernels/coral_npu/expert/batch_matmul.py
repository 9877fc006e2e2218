"""BatchMatMul: Y[b] = requantise(X[b]·W[b])."""

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.assembly import Assembly
from kernelcraft.kernels.coral_npu.schedules import layer, product, requantise


def kernel(cell: Cell) -> str:
    """A GEMM for each batch, in the same room of DTCM; see `schedules.layer`."""
    asm = Assembly(f"{cell.name}: 3 x 32 sums in registers")
    batches, rows, inner, columns = (cell.dims[name] for name in ("b", "M", "K", "N"))
    room = product.Room.reserve(asm, inner)
    kept = product.reserve_rows(asm, "x", rows, inner)
    x, w, multiplier, shift = (each.address for each in cell.memory_map.inputs)
    each = product.Product(rows, inner, columns, columns, int(cell.constants["zero_point"]))
    requantise.begin(asm)
    first = product.Operands(kept, w, multiplier, shift, cell.memory_map.output.address)
    layer.write_all(asm, batches, each, first, x, room)
    return str(asm)
