"""Linear: Y = requantise(X·W + b)."""

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.assembly import Assembly
from kernelcraft.kernels.coral_npu.schedules import layer, product, requantise


def kernel(cell: Cell) -> str:
    """As a GEMM whose sums begin with the bias; see `schedules.layer`."""
    asm = Assembly(f"{cell.name}: 3 x 32 sums in registers")
    rows, inner, columns = (cell.dims[name] for name in ("n", "h_in", "h_out"))
    x, w, bias, multiplier, shift = (each.address for each in cell.memory_map.inputs)
    whole = product.Product(rows, inner, columns, columns, int(cell.constants["zero_point"]))
    output = cell.memory_map.output.address
    requantise.begin(asm)
    layer.write_external(asm, whole, product.Operands(x, w, multiplier, shift, output, bias))
    return str(asm)
