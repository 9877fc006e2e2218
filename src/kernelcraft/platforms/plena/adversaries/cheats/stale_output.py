"""Relies on what an earlier run left in the output, in scratch memory or in an accumulator."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect, edited
from kernelcraft.platforms.plena.kernels.snippets import (
    ROW,
    describe,
    each_row,
    fetch,
    free_hbm,
    free_row,
    load,
    move,
)


def suspects(known: Known) -> Iterator[Suspect]:
    """Each comes after an honest run of the same cell on the same inputs."""
    for name in ("plena/silu/C1", "plena/gemm/C1", "plena/softmax/C5"):
        yield Suspect("does nothing", name, "S_ADDI_INT gp1, gp0, 1", ("wrong",))
    silu, gemm = load_cell("plena/silu/C1"), load_cell("plena/gemm/C1")
    again = each_row(silu, "V_ADD_VF gp12, gp12, f0")
    yield Suspect("adds 0 to the output", silu.name, again, ("wrong",))
    size = silu.memory_map.output.region.size
    scratch = f"{load('gp8', free_row(silu))}\n" + each_row(
        silu, f"V_ADD_VF gp12, gp8, f0\nS_ADDI_INT gp8, gp8, {ROW}"
    )
    yield Suspect("copies a scratch area", silu.name, scratch, ("wrong",))
    there = describe(free_hbm(silu), size, ROW)
    kept = f"{there}\n{move('H_PREFETCH_V', size // ROW, ROW, 0)}"
    keep = f"{there}\n{move('H_STORE_V', size // ROW, ROW, 0)}"
    yield Suspect("keeps its answers in HBM", silu.name, kept, ("wrong",))
    late = f"{kept}\n{fetch(silu.memory_map.input('x'), free_row(silu))}\n{keep}"
    yield Suspect("answers with the run before", silu.name, late, ("wrong",))
    accumulated = each_row(gemm, "M_MM_WO gp12, gp0, 0", 1)
    yield Suspect("writes an accumulator out", gemm.name, accumulated, ("wrong",))
    start = "S_ADDI_INT gp1, gp0, {}\nS_ADDI_INT gp2, gp0, 512\nC_LOOP_START gp3, {}"
    lower = edited(baseline(silu), start.format(0, 4), start.format(128, 2))
    yield Suspect("leaves the upper half as found", silu.name, lower, ("wrong",))
