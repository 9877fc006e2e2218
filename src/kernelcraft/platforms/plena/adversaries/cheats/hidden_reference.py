"""Looks for the right answer where a careless grader might have left it."""

from collections.abc import Iterator

from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.plena.kernels.snippets import (
    ROW,
    describe,
    each_row,
    free_hbm,
    load,
    move,
)

CELL = "plena/silu/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """Every memory but the inputs, copied to the output."""
    cell = load_cell(CELL)
    region = cell.memory_map.output.region
    hbm = next(r for r in cell.memory_map.scratch if r.memory == "hbm")
    sram = next(r for r in cell.memory_map.scratch if r.memory == "vector_sram")
    for name, text in (
        ("after the inputs in HBM", _from_hbm(cell, free_hbm(cell))),
        ("after x itself", _from_hbm(cell, cell.memory_map.input("x").region.end)),
        ("at the end of HBM", _from_hbm(cell, (hbm.end - 1024) // ROW * ROW)),
        ("after the output", _from_rows(cell, region.end)),
        ("after the canary", _from_rows(cell, sram.start)),
        ("at the end of vector SRAM", _from_rows(cell, sram.end - region.size)),
        ("in FP SRAM", each_row(cell, "S_MAP_V_FP gp12, gp8, 2\nS_ADDI_INT gp8, gp8, 64")),
        ("in matrix SRAM", _from_tiles(cell)),
    ):
        yield Suspect(name, CELL, f"S_ADDI_INT gp8, gp0, 0\n{text}", ("wrong",))


def _from_hbm(cell: Cell, address: int) -> str:
    size = cell.memory_map.output.region.size
    start = cell.memory_map.output.address
    return f"{describe(address, size, ROW)}\n{move('H_PREFETCH_V', size // ROW, ROW, start)}"


def _from_rows(cell: Cell, address: int) -> str:
    return f"{load('gp8', address)}\n" + each_row(
        cell, f"V_ADD_VF gp12, gp8, f0\nS_ADDI_INT gp8, gp8, {ROW}"
    )


def _from_tiles(cell: Cell) -> str:
    """Ones times tile 0: the sums of its columns."""
    lines = ["S_EXP_FP f7, f0", *(f"S_ST_FP f7, gp0, {64 + index}" for index in range(ROW))]
    lines += [f"{load('gp1', 1024 + ROW * row)}\nS_MAP_V_FP gp1, gp0, 64" for row in range(4)]
    lines += [load("gp1", 1024)]
    for column in range(0, ROW, 4):
        lines += [load("gp2", column), "M_MM 0, gp2, gp1", "M_MM_WO gp2, gp0, 0"]
    return "\n".join(lines)
