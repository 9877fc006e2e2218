"""Tables of a cell as data of the kernel's own: multipliers, shifts, look-up tables.

They are the same in every run, as a cell's constants are. What `.data` holds is in DTCM at the
start, where a line takes 4 cycles of the load/store unit instead of 14.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly
from kernelcraft.tasks.task import Input

DTCM: Final = 32 << 10
TYPES: Final = {"int8": "<i1", "uint16": "<u2", "int32": "<i4"}


def tables(asm: Assembly, cell: Cell, names: Sequence[str]) -> dict[str, str | int]:
    """Where each of these tables lies: its symbol, or its address in external memory if DTCM has
    no room for it beside what was reserved before."""
    room = DTCM - asm.reserved
    places: dict[str, str | int] = {}
    for name in names:
        data = _bytes(cell, next(each for each in cell.task.inputs if each.name == name))
        places[name] = cell.memory_map.input(name).address
        if len(data) <= room:
            places[name] = asm.words(name, np.frombuffer(data, "<i4").tolist())
            room -= len(data)
    return places


def octets(asm: Assembly, name: str, values: Sequence[int]) -> str:
    """A table of the kernel's own, of numbers from 0 to 255; gives its symbol."""
    return asm.words(name, np.frombuffer(_padded(bytes(values)), "<i4").tolist())


def _bytes(cell: Cell, operand: Input) -> bytes:
    """As in memory, whole lines."""
    if operand.table is None:
        raise ValueError(f"{operand.name} is drawn anew in every run")
    values = operand.table(cell.task.sizes(cell.dims))
    return _padded(values.astype(TYPES[operand.element]).tobytes())


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % LINE)
