"""Computes with less precision, or a poorer formula, than the tolerance pays for."""

from collections.abc import Iterator

from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect, edited
from kernelcraft.platforms.plena.kernels.snippets import describe, free_hbm, move, number

THROUGH_HBM = (
    "plena/silu/C1",
    "plena/softmax/C1",
    "plena/layer_norm/C1",
    "plena/gemm/C1",
    "plena/rope/C1",
    "plena/swiglu/C1",
    "plena/linear/C1",
)


def suspects(known: Known) -> Iterator[Suspect]:
    """Results that went through MXFP8; a short series; a steeper sigmoid for Φ."""
    for name in THROUGH_HBM:
        cell = load_cell(name)
        text = f"{baseline(cell)}{_through_hbm(cell)}"
        yield Suspect("the result in 8 bits", name, text, ("wrong",))
    gelu = load_cell("plena/gelu/C1")
    cubic = "V_MUL_VV gp2, gp1, gp1, 0\n  V_MUL_VF gp2, gp2, f3, 0\n  V_ADD_VF gp2, gp2, f2, 0"
    short = edited(
        baseline(gelu), f"{cubic}\n  V_MUL_VV gp2, gp2, gp1, 0", "V_MUL_VF gp2, gp1, f2, 0"
    )
    steep = edited(short, "S_LD_FP f2, gp0, 2", number("f2", 1.702))
    yield Suspect("x times the sigmoid of 1.702 x", gelu.name, steep, ("wrong",))
    yield Suspect("no cubic term", gelu.name, short, ("wrong",))
    silu = load_cell("plena/silu/C1")
    exponential = "V_SUB_VF gp2, gp1, f0, 0, 1\n  V_EXP_V gp2, gp2, 0"
    series = "V_SUB_VF gp2, gp1, f0, 0, 1\n  V_ADD_VF gp2, gp2, f1, 0"
    text = edited(baseline(silu), exponential, series)
    yield Suspect("1 + x for the exponential", silu.name, text, ("wrong",))


def _through_hbm(cell: Cell) -> str:
    output, free = cell.memory_map.output, -(-free_hbm(cell) // 64) * 64
    rows, columns = output.detail("rows"), output.detail("columns")
    there = describe(free, rows * columns, columns)
    moves = (move(m, rows, columns, output.address) for m in ("H_STORE_V", "H_PREFETCH_V"))
    return "\n".join([there, *moves])
