"""Knobs of the expert's GEMM: what the loop over the weights does before which multiplication.

They are of tiles of three rows; where some rows are left over, the expert takes five first. Its
order was found by a search (`product` in `schedules/orders.toml`). In some others
weights are widened before they are there: such kernels are wrong.
"""

from __future__ import annotations

from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.knobs import Knob, Space
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.coral_npu.kernels.experts import gemm
from kernelcraft.platforms.coral_npu.kernels.schedules import few_rows, product

PLACES: Final = tuple(range(product.ROWS + 1))
MEMORY: Final = ("vload", "load")
CORE: Final = ("alu", "vset")
SIDES: Final = ("before", "behind")
KNOBS: Final = (
    Knob("rows of a tile", (3, 2), ("vmul", "valu")),
    Knob("first half of the weights", PLACES, MEMORY),
    Knob("second half of the weights", PLACES, MEMORY),
    Knob("weights widened", PLACES, ("valu",)),
    Knob("activations loaded", PLACES, MEMORY),
    *(Knob(f"activation {row} taken", SIDES, CORE) for row in range(product.ROWS)),
)
"""A place is a number of multiplications; an activation is extracted next to its own."""


def space(cell: Cell) -> Space:
    """For more rows than four, which are multiplied otherwise; Unwritten for fewer."""
    if cell.dims["M"] <= few_rows.ROWS:
        raise Unwritten(f"{cell.name}: expected more than {few_rows.ROWS} rows")
    return Space(KNOBS, lambda setting: _write(cell, setting))


def _write(cell: Cell, setting: tuple[int, ...]) -> str:
    tile, *steps = (knob.values[at] for knob, at in zip(KNOBS, setting, strict=True))
    places, sides = steps[:4], steps[4:]
    order = ""
    for place in PLACES:
        order += "".join(step for step, at in zip("abWl", places, strict=True) if at == place)
        if place < product.ROWS:
            take = "xyz"[place]
            order += f"{take}{place}" if sides[place] == "before" else f"{place}{take}"
    return gemm.write(cell, int(tile), order)
