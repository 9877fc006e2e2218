"""The schedule for Y = X·W on interleaved rows (see `left`), with W fetched once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules import dense, left, loading, patterns
from kernelcraft.platforms.plena.kernels.schedules.matrices import Unit
from kernelcraft.platforms.plena.kernels.schedules.products import Products
from kernelcraft.platforms.plena.kernels.schedules.schedule import FETCH, ROW, Schedule


def four_rows_at_once(cell: Cell) -> Iterator[Schedule]:
    """For products of whole fours of rows, of any depth."""
    p = Products.of(cell)
    if p.rows % FETCH:
        return
    s = Schedule(cell, "M_BMV on interleaved rows")
    bias = p.fetch_bias(s)
    made = patterns.make(s)
    members = [left.few(s, p.rows, p.depth) for _ in range(p.count)]
    for unit in loading.fetched(s, made, p.x):
        member, row = divmod(unit.row, p.rows)
        members[member].take(s, replace(unit, row=row))
    for member, x in enumerate(members):
        w = dense.Weight(p.w, member * p.blocks)
        dense.multiply(s, x, w, Result(p, member, bias))
    yield s


@dataclass(frozen=True)
class Result:
    """The output of one product, with the bias added where there is one."""

    products: Products
    member: int
    bias: int | None
    fresh: bool = True

    def place(self, row: int, block: int) -> int:
        """In the output."""
        return self.products.result(self.member, row, block * ROW)

    def done(self, s: Schedule, unit: Unit) -> None:
        """Add the bias."""
        if self.bias is not None:
            for address in unit:
                s.do("V_ADD_VV", address, address, self.bias + unit.block * ROW, 0)
