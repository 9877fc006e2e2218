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
    with asm.registers(4) as (source, weights, output, scratch):
        asm.set(source, x)
        asm.set(weights, w)
        asm.set(output, cell.memory_map.output.address)
        with asm.loop(batches, "batch"):
            asm.phase("X to DTCM")
            asm.set(scratch, kept)
            product.copy_rows(asm, source, scratch, rows, inner)
            asm.phase("products")
            operands = product.Operands(kept, weights, multiplier, shift, output)
            layer.write(asm, each, operands, room)
            asm.add(weights, inner * columns, scratch)
            asm.add(output, rows * columns, scratch)
    return str(asm)
