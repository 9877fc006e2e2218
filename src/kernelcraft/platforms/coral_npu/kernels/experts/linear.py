"""Linear: Y = requantise(X·W + b)."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import five_rows, layer, product, scales


def kernel(cell: Cell) -> str:
    """As a GEMM whose sums begin with the bias; see `schedules.layer` and, for numbers of rows that
    three does not divide, `schedules.five_rows`."""
    rows, inner, columns = (cell.dims[name] for name in ("n", "h_in", "h_out"))
    x, bias = (cell.memory_map.input(name).address for name in ("x", "bias"))
    whole = product.Product(rows, inner, columns, columns, int(cell.constants["zero_point"]))
    output = cell.memory_map.output.address
    if five_rows.serves(whole):
        asm = Assembly(f"{cell.name}: 5 x 16, then 3 x 32 sums in registers")
        five_rows.write(asm, cell, whole, x, output, bias)
        return str(asm)
    asm = Assembly(f"{cell.name}: 3 x 32 sums in registers")
    layer.begin(asm, rows)
    layer.write_external(asm, whole, scales.operands(asm, cell, rows, x, output, bias))
    return str(asm)
