"""The multipliers and shifts of a product as data of the kernel's own (see `own_tables`), laid as
its schedule wants them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import few_rows
from kernelcraft.platforms.coral_npu.kernels.schedules.dtcm import Place
from kernelcraft.platforms.coral_npu.kernels.schedules.own_tables import tables
from kernelcraft.platforms.coral_npu.kernels.schedules.product import DTCM, Operands
from kernelcraft.platforms.coral_npu.kernels.schedules.product_loop import COLUMNS

Names = tuple[str, str]
NAMES: Final[Names] = ("multiplier", "shift")
"""Of the operands of a cell with one product."""


def operands(
    asm: Assembly, cell: Cell, rows: int, x: Place, y: Place, bias: Place | None = None
) -> Operands:
    """Of a product by `w` with `rows` rows of activations. For few rows the scales are as in the
    cell's tables, for more those of 32 columns lie together. What has no room in DTCM stays in
    external memory."""
    if rows <= few_rows.ROWS:
        return by_column(asm, cell, x, y, bias)
    return by_strip(asm, cell, x, y, bias)


def by_column(asm: Assembly, cell: Cell, x: Place, y: Place, bias: Place | None = None) -> Operands:
    """As in the cell's tables."""
    own = tables(asm, cell, ("multiplier", "shift"))
    w = cell.memory_map.input("w").address
    return Operands(x, w, own["multiplier"], own["shift"], y, bias)


def by_strip(
    asm: Assembly,
    cell: Cell,
    x: Place,
    y: Place,
    bias: Place | None = None,
    *,
    width: int = COLUMNS,
) -> Operands:
    """Those of 32 columns together, as `product` wants them, or of other strips."""
    at = {each.tensor.name: each.address for each in cell.memory_map.inputs}
    found = Operands(x, at["w"], at["multiplier"], at["shift"], y, bias)
    words = _strips(cell, width, NAMES)
    if asm.reserved + 4 * len(words) > DTCM:
        return found
    name = "strip_scales" if width == COLUMNS else f"strip_scales{width}"
    return replace(found, scales=asm.words(name, words))


def of_layer(asm: Assembly, cell: Cell, names: Names, width: int) -> str:
    """The symbol of those of a layer, by strips of some columns."""
    return asm.words(f"{names[0]}_{width}", _strips(cell, width, names))


def room(columns: int) -> int:
    """Bytes of both kinds."""
    whole = -(-columns // COLUMNS) * COLUMNS
    return (6 + 6) * whole


def _strips(cell: Cell, width: int, names: Names) -> list[int]:
    """Of every `width` columns the multipliers as int32, then the shifts as int16; where there are
    no columns, 0."""
    kept = []
    for name, kind in zip(names, ("<i4", "<i2"), strict=True):
        table = next(each.table for each in cell.task.inputs if each.name == name)
        if table is None:
            raise ValueError(f"{name} is drawn anew in every run")
        values = table(cell.task.sizes(cell.dims)).astype(kind)
        whole = np.pad(values, (0, -len(values) % width))
        kept.append(whole.reshape(-1, width).view("<i4"))
    words: list[int] = np.hstack(kept).ravel().tolist()
    return words
