"""GEMM: Y = requantise(X·W)."""

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.assembly import Assembly
from kernelcraft.kernels.coral_npu.schedules import layer, product, requantise


def kernel(cell: Cell) -> str:
    """X is copied to DTCM at once, W strip by strip; see `schedules.layer`."""
    asm = Assembly(f"{cell.name}: 3 x 32 sums in registers")
    rows, inner, columns = (cell.dims[name] for name in ("M", "K", "N"))
    x, w, multiplier, shift = (each.address for each in cell.memory_map.inputs)
    whole = product.Product(rows, inner, columns, columns, int(cell.constants["zero_point"]))
    output = cell.memory_map.output.address
    requantise.begin(asm)
    layer.write_external(asm, whole, product.Operands(x, w, multiplier, shift, output))
    return str(asm)
