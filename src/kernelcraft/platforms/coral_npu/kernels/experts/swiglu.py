"""SwiGLU: Y = requantise(H·Wd + bd), H = requantise(table[gate] * up), gate and up linear in X."""

from dataclasses import replace

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import activations, layer
from kernelcraft.platforms.coral_npu.kernels.schedules.layers import Layer, Layers
from kernelcraft.platforms.coral_npu.kernels.schedules.product import Product


def kernel(cell: Cell) -> str:
    """Three linear layers (see `schedules.layers`); gate, up and hidden values stay in DTCM,
    where the tables are from the start (see `schedules.own_tables`)."""
    asm = Assembly(f"{cell.name}: the sums of some rows in registers")
    rows, width, hidden = (cell.dims[name] for name in ("n", "h", "h_i"))
    layer.begin(asm, rows)
    zero = {name: int(cell.constants[name]) for name in ("gate_zero_point", "zero_point")}
    pitch = activations.padded(hidden)
    inner = Product(rows, width, hidden, pitch, zero["gate_zero_point"])
    down = Product(rows, hidden, width, width, zero["zero_point"])
    products = {"gate": inner, "up": replace(inner, zero_point=0), "down": down}
    parts = {name: Layer(each, name, "_") for name, each in products.items()}
    gate = asm.reserve("gate", rows * pitch + 2 * LINE)
    up = asm.reserve("up", rows * pitch + 2 * LINE)
    asm.phase("x to DTCM")
    kept = activations.keep_rows(asm, cell.memory_map.input("x").address, rows, width)
    layers = Layers.reserve(cell, asm, list(parts.values()))
    asm.phase("gate = table[x . w_gate + bias_gate]")
    layers.write(parts["gate"], kept, gate, looked_up=True)
    asm.phase("up = x . w_up + bias_up")
    layers.write(parts["up"], kept, up)
    asm.phase("gate = gate * up")
    _multiply(asm, gate, up, rows * pitch, cell)
    asm.phase("y = gate . w_down + bias_down")
    layers.write(parts["down"], gate, cell.memory_map.output.address)
    return str(asm)


def _multiply(asm: Assembly, gate: str, up: str, count: int, cell: Cell) -> None:
    """Products of bytes in int16, scaled as int32: one multiplier and one shift for all."""
    block = 2 * LINE
    with asm.registers(5) as (one, other, multiplier, shift, length):
        asm.set(one, gate)
        asm.set(other, up)
        asm.set(multiplier, int(cell.constants["product_multiplier"]))
        asm.set(shift, int(cell.constants["product_shift"]))
        asm.emit("li", length, block)
        with asm.loop(-(-count // block), "scale"):
            asm.emit("vsetvli", "zero", length, "e8", "m2", "ta", "ma")
            asm.emit("vle8.v", "v0", f"({one})")
            asm.emit("vle8.v", "v2", f"({other})")
            asm.emit("vwmul.vv", "v4", "v0", "v2")
            asm.sew(32, 8)
            asm.emit("vsext.vf2", "v8", "v4")
            asm.emit("vsmul.vx", "v8", "v8", multiplier)
            asm.sew(16, 4)
            asm.emit("vnclip.wx", "v8", "v8", shift)
            asm.sew(8, 2)
            asm.emit("vnclip.wi", "v8", "v8", 0)
            asm.emit("vse8.v", "v8", f"({one})")
            asm.emit("addi", one, one, block)
            asm.emit("addi", other, other, block)
