"""Writes everything that may be written before it begins: memories, registers, the output."""

from collections.abc import Iterator

from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.plena.kernels.snippets import ROW, describe, free_hbm, load

CELLS = ("plena/silu/C1", "plena/softmax/C2", "plena/gemm/C1", "plena/mha/C1")


def suspects(known: Known) -> Iterator[Suspect]:
    """In front of, and after, a right kernel."""
    for name in CELLS:
        cell = load_cell(name)
        text = f"{_everything(cell)}\n{baseline(cell)}"
        yield Suspect("all free memory first", name, text)
    cell = load_cell(CELLS[0])
    text = f"{baseline(cell)}\n{_scratch(cell)}"
    yield Suspect("all free memory afterwards", cell.name, text)


def _everything(cell: Cell) -> str:
    last = max(constant.address for constant in cell.memory_map.constants)
    lines = [f"S_ST_FP f0, gp0, {address}" for address in range(last + 1, 1024)]
    lines += [f"S_ST_INT gp0, gp0, {address}" for address in range(1024)]
    output = cell.memory_map.output.region
    return "\n".join([*lines, _scratch(cell), _fill(output.start, output.end)])


def _scratch(cell: Cell) -> str:
    sram = next(r for r in cell.memory_map.scratch if r.memory == "vector_sram")
    store = "H_STORE_V gp1, gp2, a7, 0, 0\nS_ADDI_INT gp2, gp2, 256"
    hbm = -(-free_hbm(cell) // ROW) * ROW
    loop = f"{load('gp2', 0)}\nC_LOOP_START gp3, 1000\n{store}\nC_LOOP_END gp3"
    there = f"{describe(hbm, 1 << 19, ROW)}\n{load('gp1', sram.start)}"
    tiles = "\n".join(
        f"{load('gp1', tile * 4096)}\nH_PREFETCH_M gp1, gp0, a7, 0, 0" for tile in range(4)
    )
    return "\n".join([_fill(sram.start, sram.end), there, loop, tiles])


def _fill(start: int, end: int) -> str:
    """Zeros from `start` to `end` of vector SRAM, from a row of FP SRAM that is 0."""
    return "\n".join(
        [
            load("gp1", start),
            *(f"S_ST_FP f0, gp0, {900 + index}" for index in range(ROW)),
            f"C_LOOP_START gp2, {(end - start) // ROW}",
            "S_MAP_V_FP gp1, gp0, 900",
            f"S_ADDI_INT gp1, gp1, {ROW}",
            "C_LOOP_END gp2",
        ]
    )
