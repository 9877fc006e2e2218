"""What a bound is made of: kinds of work, each with its least cycles and the reason."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.shape import USUAL, Shape
from kernelcraft.platforms.plena.machine.hbm2 import RCD

ROW: Final = 64  # elements of a vector
TILE: Final = 64  # rows of a tile
FETCH: Final = 4  # rows of one H_PREFETCH_V, and heads of the batched instructions
REGISTERS: Final = 16
LANES: Final = 6
"""No vector instruction tells lanes apart but by heads and fours of lanes. Bytes of HBM do, which
the kernel has stored and fetched, 3 cycles each where they wait to be written; S_MAP_V_FP takes
128. (Fours of lanes move one row of a tile in 2 cycles instead of four, which is never the cheapest
way.)"""

Dims = Mapping[str, int]


@dataclass(frozen=True)
class Part:
    """A kind of work and its least cycles on one unit of the machine."""

    unit: str
    cycles: int
    reason: str


@dataclass
class Work:
    """Collects the parts of one kernel; `transfers` and `results` need an address each.

    `operands` are addresses that parts have counted already. `lanes`: some vector must differ from
    lane to lane.
    """

    cell: Cell
    parts: list[Part] = field(default_factory=list)
    transfers: int = 0
    results: int = 0
    operands: int = 0
    lanes: bool = False

    @property
    def shape(self) -> Shape:
        """Of the machine."""
        return Shape.of(self.cell.memory_map)

    @property
    def usual(self) -> bool:
        """Whether what is known of the usual machine's matrix unit holds for this one; for others
        a product takes what its multiplications do, and no vector has to be interleaved."""
        return self.shape == USUAL

    @property
    def row(self) -> int:
        """Elements of a vector, and rows of a tile."""
        return self.shape.row

    @property
    def cycles(self) -> int:
        """The sum of the parts, with what telling lanes apart takes."""
        return sum(part.cycles for part in self.parts) + LANES * self.lanes

    def cheaper(self, *ways: Callable[[Work], None]) -> None:
        """The parts of whichever way adds less."""

        def tried(way: Callable[[Work], None]) -> Work:
            work = replace(self, parts=list(self.parts))
            way(work)
            return work

        best = min(map(tried, ways), key=lambda work: work.cycles)
        self.parts, self.lanes = best.parts, best.lanes
        self.transfers, self.operands = best.transfers, best.operands

    def add(self, unit: str, cycles: float, reason: str) -> None:
        """One more kind of work; fractions of a cycle are given up."""
        self.parts.append(Part(unit, math.floor(cycles), reason))

    def address(self, count: int, reason: str) -> None:
        """Addresses of operands, each an integer instruction; one of them may be that of a transfer
        or a result as well."""
        self.operands += count
        self.add("integer", count, reason)

    def total(self) -> tuple[Part, ...]:
        """All parts, with the first transfer's open rows and the integer registers' share."""
        fixed = Part("dma", RCD, "the first transfer finds every DRAM row closed")
        numbers = max(self.transfers, self.results) - REGISTERS - self.operands
        loads = Part("integer", max(0, numbers), "what other transfers or results need an address")
        lanes = Part("scalar", LANES * self.lanes, "a vector that differs from lane to lane")
        return (fixed, *self.parts, lanes, loads)


Parts = Callable[[Work, Dims], None]
"""Adds the work of a task of these sizes."""


def vectors(work: Work, count: int, cycles: float, what: str) -> None:
    """`cycles` of the vector unit (reductions and scalars included) for each of `count`."""
    work.add("vector", count * cycles, f"{count} x {cycles:g}: {what}")
