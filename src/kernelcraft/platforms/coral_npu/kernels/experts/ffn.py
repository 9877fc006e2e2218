"""FFN: Y = requantise(table[requantise(X·W1 + b1)]·W2 + b2)."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import activations, layer
from kernelcraft.platforms.coral_npu.kernels.schedules.layers import Layer, Layers
from kernelcraft.platforms.coral_npu.kernels.schedules.product import Product


def kernel(cell: Cell) -> str:
    """Two linear layers (see `schedules.layers`); the hidden values are looked up when they are
    made and stay in DTCM, where the tables are from the start (see `schedules.own_tables`)."""
    asm = Assembly(f"{cell.name}: the sums of some rows in registers")
    rows, width, hidden = (cell.dims[name] for name in ("n", "h", "h_i"))
    layer.begin(asm, rows)
    zero_points = [int(cell.constants[name]) for name in ("hidden_zero_point", "zero_point")]
    pitch = activations.padded(hidden)
    first = Layer(Product(rows, width, hidden, pitch, zero_points[0]), "1")
    second = Layer(Product(rows, hidden, width, width, zero_points[1]), "2")
    values = asm.reserve("hidden", rows * pitch + LINE)
    asm.phase("x to DTCM")
    kept = activations.keep_rows(asm, cell.memory_map.input("x").address, rows, width)
    layers = Layers.reserve(cell, asm, [first, second])
    asm.phase("hidden = table[x . w1 + bias1]")
    layers.write(first, kept, values, looked_up=True)
    asm.phase("y = hidden . w2 + bias2")
    layers.write(second, values, cell.memory_map.output.address)
    return str(asm)
