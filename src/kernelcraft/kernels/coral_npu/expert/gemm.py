"""GEMM: Y = requantise(X·W)."""

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.assembly import Assembly
from kernelcraft.kernels.coral_npu.schedules import product, requantise


def kernel(cell: Cell) -> str:
    """X is copied to DTCM at once, W strip by strip; see `schedules.product`."""
    asm = Assembly("GEMM: 3 x 32 sums in registers")
    rows, inner, columns = (cell.dims[name] for name in ("M", "K", "N"))
    size = rows * product.padded(inner)
    kept = asm.reserve("x", size + product.STEP)
    room = product.Room.reserve(asm, inner)
    memory = cell.memory_map
    x, w, multiplier, shift = (each.address for each in memory.inputs)
    requantise.begin(asm)
    with asm.registers(5) as (a, b, m, s, y):
        asm.phase("X to DTCM")
        asm.set(b, x)
        asm.set(a, kept)
        product.copy_rows(asm, b, a, rows, inner)
        for register, address in (
            (a, kept),
            (b, w),
            (m, multiplier),
            (s, shift),
            (y, memory.output.address),
        ):
            asm.set(register, address)
        asm.phase("products")
        whole = product.Product(rows, inner, columns, columns, int(cell.constants["zero_point"]))
        product.write(asm, whole, product.Operands(a, b, m, s, y), room)
    return str(asm)
