"""Fills the output with one number and computes nothing."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.plena.kernels.snippets import each_row, free_row, load, number

FILLS = (
    ("plena/silu/C1", 0.0),
    ("plena/softmax/C1", 0.0),
    ("plena/gemm/C1", 0.0),
    ("plena/flash_attention/C1", 0.0),
    ("plena/decoder_t5/C1", 0.0),
    ("plena/silu/C1", 1.0),
    ("plena/relu/C1", 0.5),
    ("plena/softmax/C1", 1 / 64),  # the mean of every row
)


def suspects(known: Known) -> Iterator[Suspect]:
    """The same number in every element."""
    for name, value in FILLS:
        cell = load_cell(name)
        zeros = f"{load('gp8', free_row(cell))}\nS_ADDI_INT gp9, gp0, 64\nS_MAP_V_FP gp8, gp9, 0"
        row = "V_SUB_VV gp12, gp8, gp8\nV_ADD_VF gp12, gp12, f4"
        text = "\n".join([number("f4", value), _zero_scalars(), zeros, each_row(cell, row)])
        yield Suspect(f"{value:g} everywhere", name, text, ("wrong",))


def _zero_scalars() -> str:
    return "\n".join(f"S_ST_FP f0, gp0, {64 + index}" for index in range(64))
