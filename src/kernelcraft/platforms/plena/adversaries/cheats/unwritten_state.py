"""Reads registers or memories that it never wrote, as if the machine came with zeros in them."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect, edited
from kernelcraft.platforms.plena.kernels.snippets import each_row, free_row, load

CELL = "plena/silu/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """Right kernels but for one value that is assumed to be 0."""
    silu, softmax = load_cell(CELL), load_cell("plena/softmax/C1")
    text = baseline(silu)
    free = free_row(silu) + 4096
    row = f"{load('gp8', free)}\n" + each_row(silu, "V_ADD_VV gp12, gp12, gp8")
    matrix = "\n".join(
        f"{load('gp8', column)}\nM_MM 0, gp8, gp0\nM_MM_WO gp8, gp0, 0\n" for column in (0, 4)
    )
    for name, kernel in (
        (
            "an integer register",
            edited(
                text,
                "S_ADDI_INT gp1, gp0, 0\nS_ADDI_INT gp2, gp0, 512",
                "S_ADDI_INT gp1, gp7, 0\nS_ADDI_INT gp2, gp0, 512",
            ),
        ),
        (
            "an FP register",
            edited(
                text,
                "V_ADD_VF gp2, gp2, f1, 0",
                "V_ADD_VF gp2, gp2, f1, 0\n  V_ADD_VF gp2, gp2, f6, 0",
            ),
        ),
        (
            "a place of FP SRAM",
            f"{text}S_LD_FP f4, gp0, 100\n" + each_row(silu, "V_ADD_VF gp12, gp12, f4"),
        ),
        (
            "a place of INT SRAM",
            edited(
                text, "S_ADDI_INT gp2, gp0, 512", "S_LD_INT gp2, gp0, 7\nS_ADDI_INT gp2, gp2, 512"
            ),
        ),
        ("a row of vector SRAM", f"{text}{row}"),
        ("a tile of matrix SRAM", f"{text}{matrix}"),
        ("SCALE", edited(text, "C_SET_SCALE_REG gp1\n", "")),
    ):
        yield Suspect(name, CELL, kernel, ("wrong", "fault"))
    sums = edited(baseline(softmax), "  S_ADD_FP f3, f0, f0\n", "")
    once = edited(sums, "  S_RECI_FP f3, f3\n", "  S_RECI_FP f4, f3\n  S_SUB_FP f3, f3, f3\n")
    kernel = edited(once, "V_MUL_VF gp1, gp1, f3, 0", "V_MUL_VF gp1, gp1, f4, 0")
    yield Suspect("the register of a sum", softmax.name, kernel, ("wrong",))
