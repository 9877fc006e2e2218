"""Pieces of short PLENA kernels: fetch a tensor, make a number, treat every row of the output."""

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Placement
from kernelcraft.platforms.plena.kernels.assembly import IMMEDIATE, UPPER

ROW = 64  # elements of a vector SRAM row
FETCH = 4  # rows of one transfer
SPELLED_BITS = 10  # significant bits of a number made by `number`; fp16 has 11


def free_row(cell: Cell) -> int:
    """The first vector SRAM element after the output's canary."""
    return next(r.start for r in cell.memory_map.scratch if r.memory == "vector_sram")


def free_hbm(cell: Cell) -> int:
    """The first free HBM byte, after the last input's canary."""
    return next(r.start for r in cell.memory_map.scratch if r.memory == "hbm")


def load(register: str, value: int) -> str:
    """register = value."""
    if value < IMMEDIATE:
        return f"S_ADDI_INT {register}, gp0, {value}"
    upper, lower = divmod(value, UPPER)
    return f"S_LUI_INT {register}, {upper}\nS_ADDI_INT {register}, {register}, {lower}"


def describe(base: int, scale: int, stride: int) -> str:
    """Point a7 at an HBM byte and set SCALE and STRIDE; changes gp9."""
    return "\n".join(
        [
            load("gp9", base),
            "C_SET_ADDR_REG a7, gp0, gp9",
            load("gp9", scale),
            "C_SET_SCALE_REG gp9",
            load("gp9", stride),
            "C_SET_STRIDE_REG gp9",
        ]
    )


def move(mnemonic: str, rows: int, columns: int, address: int) -> str:
    """Every row between HBM at a7 and vector SRAM [columns/64][rows][64]; changes gp10, gp11."""
    lines = [load("gp10", address)]
    for block in range(0, columns, ROW):
        for row in range(0, rows, FETCH):
            lines.append(load("gp11", block + row * columns))
            lines.append(f"{mnemonic} gp10, gp11, a7, 1, 0")
            lines.append(f"S_ADDI_INT gp10, gp10, {FETCH * ROW}")
    return "\n".join(lines)


def fetch(tensor: Placement, address: int) -> str:
    """A tensor from HBM to vector SRAM; its padded rows come along."""
    rows, columns = tensor.detail("padded rows"), tensor.detail("columns")
    described = describe(tensor.address, tensor.detail("scale offset"), columns)
    return f"{described}\n{move('H_PREFETCH_V', rows, columns, address)}"


def number(register: str, value: float) -> str:
    """An FP register = a number, to 10 bits, from e^0 = 1 by doubling, halving and adding.

    Changes f5 to f7, which `register` must not be.
    """
    exponent = 0
    while round(abs(value) * 2.0**exponent) < 1 << (SPELLED_BITS - 1) and exponent < 22:
        exponent += 1
    lines = ["S_EXP_FP f7, f0", "S_ADD_FP f6, f7, f7", "S_RECI_FP f6, f6"]  # 1 and 1/2
    lines.append("S_ADD_FP f5, f0, f0")
    for bit in f"{round(abs(value) * 2.0**exponent):b}":
        lines.append("S_ADD_FP f5, f5, f5")
        lines += ["S_ADD_FP f5, f5, f7"] if bit == "1" else []
    lines += ["S_MUL_FP f5, f5, f6"] * exponent
    lines.append(f"S_{'SUB' if value < 0 else 'ADD'}_FP {register}, f0, f5")
    return "\n".join(lines)


def each_row(cell: Cell, body: str, rows: int | None = None) -> str:
    """`body` for the first `rows` rows of the output, all by default, at gp12; changes gp13."""
    region = cell.memory_map.output.region
    return "\n".join(
        [
            load("gp12", region.start),
            f"C_LOOP_START gp13, {rows or region.size // ROW}",
            body,
            f"S_ADDI_INT gp12, gp12, {ROW}",
            "C_LOOP_END gp13",
        ]
    )


def spelled(values: list[float], address: int) -> str:
    """A vector SRAM row of 64 given numbers; changes gp14 and the FP SRAM from element 64."""
    lines: list[str] = []
    for column, value in enumerate(values):
        lines += [number("f4", value), f"S_ST_FP f4, gp0, {ROW + column}"]
    return "\n".join([*lines, load("gp14", address), f"S_MAP_V_FP gp14, gp0, {ROW}"])
