"""FFN: Y = requantise(table[requantise(X·W1 + b1)]·W2 + b2)."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import activations, layer, product
from kernelcraft.platforms.coral_npu.kernels.schedules.own_tables import tables
from kernelcraft.platforms.coral_npu.kernels.schedules.product import Operands, Product


def kernel(cell: Cell) -> str:
    """Two linear layers (see `schedules.layer`); the hidden values are looked up when they are made
    and stay in DTCM, where the tables are from the start (see `schedules.own_tables`)."""
    asm = Assembly(f"{cell.name}: 3 x 32 sums in registers")
    rows, width, hidden = (cell.dims[name] for name in ("n", "h", "h_i"))
    layer.begin(asm, rows)
    at = {each.tensor.name: each.address for each in cell.memory_map.inputs}
    zero_points = [int(cell.constants[name]) for name in ("hidden_zero_point", "zero_point")]
    room = product.Room.reserve(asm, max(width, hidden))
    pitch = activations.padded(hidden)
    first = Product(rows, width, hidden, pitch, zero_points[0])
    second = Product(rows, hidden, width, width, zero_points[1])
    values = asm.reserve("hidden", rows * pitch + LINE)
    asm.phase("x to DTCM")
    kept = activations.keep_rows(asm, at["x"], rows, width)
    own = tables(asm, cell, ("table", "multiplier1", "shift1", "multiplier2", "shift2"))

    def operands(layer: int, source: str, target: int | str, table: int | str | None) -> Operands:
        scales = (own[f"multiplier{layer}"], own[f"shift{layer}"])
        return Operands(source, at[f"w{layer}"], *scales, target, at[f"bias{layer}"], table)

    asm.phase("hidden = table[x . w1 + bias1]")
    layer.write(asm, first, operands(1, kept, values, own["table"]), room)
    asm.phase("y = hidden . w2 + bias2")
    output = cell.memory_map.output.address
    layer.write(asm, second, operands(2, values, output, None), room)
    return str(asm)
