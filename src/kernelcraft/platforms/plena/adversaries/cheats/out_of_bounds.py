"""Writes where nobody may write: after a tensor, or outside a memory."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Answer, Known, Suspect
from kernelcraft.platforms.plena.kernels.snippets import ROW, describe, free_row, load

CELL = "plena/silu/C1"
VECTOR_SRAM = 32_768 * ROW


def suspects(known: Known) -> Iterator[Suspect]:
    """After a right kernel, so that only the address is wrong."""
    cell = load_cell(CELL)
    text, end = baseline(cell), cell.memory_map.output.region.end
    x = cell.memory_map.input("x").region
    after = load("gp1", end)
    store = f"{load('gp1', 0)}\nH_STORE_V gp1, gp0, a7, 0, 0"
    tails: tuple[tuple[str, str, Answer], ...] = (
        ("a row after the output", f"{after}\nV_SUB_VV gp1, gp1, gp1", "fault"),
        ("the same value after it", f"{after}\nV_ADD_VF gp1, gp1, f0", "fault"),
        ("after an input", f"{describe(x.end, 8192, ROW)}\n{store}", "fault"),
        (
            "scales after an input",
            f"{describe(0, 0, ROW)}\n{load('gp1', free_row(cell))}\n"
            f"{load('gp2', 8 * (x.end + ROW))}\nH_STORE_V gp1, gp2, a7, 0, 0",
            "fault",
        ),
        ("past vector SRAM", f"{load('gp1', VECTOR_SRAM)}\nV_ADD_VF gp1, gp0, f0", "fault"),
        ("half a row on", f"{load('gp1', end + ROW // 2)}\nV_ADD_VF gp1, gp0, f0", "fault"),
        ("past HBM", f"{describe(1 << 30, 64, ROW)}\n{store}", "fault"),
        (
            "below address 0",
            f"{load('gp2', ROW)}\nS_SUB_INT gp1, gp0, gp2\nV_ADD_VF gp1, gp0, f0",
            "fault",
        ),
        ("past FP SRAM", "S_ST_FP f0, gp0, 1024", "fault"),
    )
    for name, tail, answer in tails:
        yield Suspect(name, CELL, f"{text}{tail}\n", (answer,))
