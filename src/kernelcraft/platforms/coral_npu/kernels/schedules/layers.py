"""Layers one after the other, whose activations are in DTCM: all by the same schedule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import (
    few_rows,
    five_rows,
    layer,
    scales,
)
from kernelcraft.platforms.coral_npu.kernels.schedules.dtcm import Place
from kernelcraft.platforms.coral_npu.kernels.schedules.own_tables import tables
from kernelcraft.platforms.coral_npu.kernels.schedules.product import (
    DTCM,
    Operands,
    Product,
    Room,
)
from kernelcraft.platforms.coral_npu.kernels.schedules.product_loop import COLUMNS

MOST: Final = 2
"""Layers whose tiles of the further rows may take as much of the code memory as is of use."""


@dataclass(frozen=True)
class Layer:
    """Its operands are named `w`, `bias`, `multiplier` and `shift` with `suffix`."""

    product: Product
    suffix: str
    separator: str = ""

    def name(self, operand: str) -> str:
        """Of one of its operands."""
        return f"{operand}{self.separator}{self.suffix}"

    @property
    def scales(self) -> tuple[str, str]:
        """The names of its tables."""
        return self.name("multiplier"), self.name("shift")


@dataclass(frozen=True)
class Layers:
    """What is reserved for them all; `table` is the one that results are looked up in."""

    cell: Cell
    asm: Assembly
    table: Place
    own: dict[str, Place]
    room: Room | None
    kept: five_rows.Kept | None
    short: bool = False
    """Whether code memory is short."""

    @classmethod
    def reserve(cls, cell: Cell, asm: Assembly, layers: Sequence[Layer]) -> Layers:
        """By `five_rows` where all weights fit in DTCM beside what was reserved before."""
        products = [each.product for each in layers]
        size = max(map(five_rows.size, products)) + sum(
            scales.room(each.columns) for each in products
        )
        table = tables(asm, cell, ("table",))["table"]
        if all(map(five_rows.pays, products)) and asm.reserved + size <= DTCM:
            kept = five_rows.Kept.reserve(asm, products)
            return cls(cell, asm, table, {}, None, kept, len(layers) > MOST)
        room = Room.reserve(asm, max(each.inner for each in products))
        names = [name for each in layers for name in each.scales]
        return cls(cell, asm, table, tables(asm, cell, names), room, None)

    def write(self, each: Layer, source: str, target: Place, *, looked_up: bool = False) -> None:
        """One of the layers."""
        asm, cell = self.asm, self.cell
        at = {each.tensor.name: each.address for each in cell.memory_map.inputs}
        table = self.table if looked_up else None
        multiplier, shift = (self.own.get(name, at[name]) for name in each.scales)
        w, bias = at[each.name("w")], at[each.name("bias")]
        operands = Operands(source, w, multiplier, shift, target, bias, table)
        if self.kept is None:
            if self.room is not None:
                layer.write(asm, each.product, operands, self.room)
            return
        narrow, wide = (
            scales.of_layer(asm, cell, each.scales, width) for width in (few_rows.COLUMNS, COLUMNS)
        )
        operands = replace(operands, scales=narrow)
        whole = replace(each.product, short=self.short)
        five_rows.multiply(asm, whole, operands, wide, self.kept)
