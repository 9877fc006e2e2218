"""What proposed instructions are worth: cycles gained over a set of cells, beside their cost.

`kernelcraft design report --write-docs` rewrites the tables in docs/`PAGE` of a checkout.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Final

from kernelcraft.cells import designs, kernels
from kernelcraft.cells.cell import Cell, design_rows, load_cell
from kernelcraft.cells.designs import Design
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.design.chains import CYCLES
from kernelcraft.design.cost import (
    AREA,
    DECODER,
    FILE_PORT_BIT,
    SRAM_PORT_BIT,
    STATE_BIT,
    Cost,
    SetCost,
    cost_of_set,
)
from kernelcraft.grading.evaluation import evaluate

PAGE: Final = "design-instructions.md"
BEGIN: Final = "<!-- kernelcraft design report --write-docs -->"
END: Final = "<!-- end -->"
KILO: Final = 1000.0
SETS: Final = ("set", "instructions", "opcodes left", "operand bits", "square micrometres")
COSTS: Final = (
    "instruction",
    "unit",
    "cycles",
    "at least",
    "operand bits",
    "operators beyond the unit's",
    "ports beyond",
    "scratch bits",
    "square micrometres",
)


@dataclass(frozen=True)
class Cycles:
    """Our best kernel for a cell on a machine; without one the reason."""

    cycles: int | None
    reason: str = ""

    def __str__(self) -> str:
        return "-" if self.cycles is None else f"{self.cycles:,}"


@dataclass(frozen=True)
class SetReport:
    """One text of proposals: its cost, and the cycles of each cell with it."""

    name: str
    cost: SetCost
    cycles: tuple[Cycles, ...]


@dataclass(frozen=True)
class Report:
    """All sets on the same cells; `base` are the cycles without proposals."""

    platform: str
    cells: tuple[str, ...]
    base: tuple[Cycles, ...]
    sets: tuple[SetReport, ...]

    @cached_property
    def yardsticks(self) -> tuple[int | None, ...]:
        """What each cell's cycles are compared with: the base set's, else the slowest set's."""
        found: list[int | None] = []
        for index, base in enumerate(self.base):
            others = [each.cycles[index].cycles for each in self.sets]
            slowest = max((each for each in others if each is not None), default=None)
            found.append(slowest if base.cycles is None else base.cycles)
        return tuple(found)

    def changed(self, one: SetReport) -> list[str]:
        """The cells whose cycles differ from those of the base set, or that are solved now."""
        pairs = zip(self.cells, self.base, one.cycles, strict=True)
        return [name for name, base, found in pairs if found.cycles != base.cycles]

    def gained(self, one: SetReport) -> int:
        """Cycles less than the yardsticks, over the cells that have a kernel."""
        pairs = zip(self.yardsticks, one.cycles, strict=True)
        return sum(a - b.cycles for a, b in pairs if a is not None and b.cycles is not None)

    def record(self) -> dict[str, object]:
        """As JSON."""
        return {
            "platform": self.platform,
            "cells": list(self.cells),
            "base": [asdict(each) for each in self.base],
            "yardsticks": list(self.yardsticks),
            "sets": [
                {
                    "name": each.name,
                    "cycles": [one.cycles for one in each.cycles],
                    "changed": self.changed(each),
                    "cycles_gained": self.gained(each),
                    "area": each.cost.area,
                    "opcodes_left": each.cost.opcodes_left,
                    "operand_bits": each.cost.operand_bits,
                    "instructions": [{**asdict(one), "area": one.area} for one in each.cost.costs],
                }
                for each in self.sets
            ],
        }

    def text(self) -> str:
        """Tables in Markdown: cycles by cell, the sets, their instructions, the coefficients."""
        return "\n\n".join([self._cycles(), self._sets(), self._instructions(), coefficients()])

    def _cycles(self) -> str:
        names = [each.name for each in self.sets]
        rows = [
            [name, str(base), *(str(each.cycles[index]) for each in self.sets)]
            for index, (name, base) in enumerate(zip(self.cells, self.base, strict=True))
        ]
        return table(["cycles", "base set", *names], rows)

    def _sets(self) -> str:
        rows = [
            [
                each.name,
                str(len(each.cost.costs)),
                str(each.cost.opcodes_left),
                str(each.cost.operand_bits),
                f"{each.cost.area:,.0f}",
                f"{len(self.changed(each))} of {len(self.cells)}",
                f"{self.gained(each):,}",
                f"{self.gained(each) / each.cost.area * KILO:,.0f}",
            ]
            for each in self.sets
        ]
        more = ("cells that change", "cycles gained", "per 1,000 square micrometres")
        return table([*SETS, *more], rows)

    def _instructions(self) -> str:
        rows = [_row(each.name, one) for each in self.sets for one in each.cost.costs]
        return table(["set", *COSTS], rows)


def report(platform: str, names: Sequence[str], cells: Sequence[str] = ()) -> Report:
    """Of texts that the platform has, or that are registered, on cells of it.

    Without names all of the platform's, without cells those that instructions are designed for.
    Raises UnknownName, NoDesign and Refused.
    """
    wanted = tuple(cells) or tuple(
        f"{row.task}/{row.configuration}" for row in design_rows(platform)
    )
    chosen = tuple(names) or tuple(designs.texts(platform))
    return Report(
        platform,
        wanted,
        tuple(_best(load_cell(f"{platform}/{cell}")) for cell in wanted),
        tuple(_set(Design(platform, name), wanted) for name in chosen),
    )


def _set(design: Design, cells: Sequence[str]) -> SetReport:
    proposals = designs.proposals_of(design.base, designs.text_of(design))
    cost = cost_of_set(proposals, designs.rules_of(design.base))
    cycles = tuple(_best(load_cell(f"{design}/{cell}")) for cell in cells)
    return SetReport(design.extension, cost, cycles)


def _best(cell: Cell) -> Cycles:
    """On the public inputs."""
    try:
        text = kernels.expert(cell)
    except Unwritten as reason:
        return Cycles(None, str(reason))
    found = evaluate(cell, text)
    return Cycles(None, found.message) if found.failure else Cycles(found.cycles)


def coefficients() -> str:
    """Every number of the cost model."""
    operators = [
        [kind, f"{AREA[kind]:,g}", f"{CYCLES[kind]:g}", "assumed"] for kind in sorted(AREA)
    ]
    others = (
        ("a flip-flop of a scratch row", STATE_BIT),
        ("one more port, each bit of an SRAM", SRAM_PORT_BIT),
        ("one more port, each bit of a register file", FILE_PORT_BIT),
        ("a decoder, each opcode", DECODER),
    )
    more = [[what, f"{area:g}", "-", "assumed"] for what, area in others]
    head = ["of one", "square micrometres", "cycles in a chain", "origin"]
    return table(head, [*operators, *more])


def _row(name: str, one: Cost) -> list[str]:
    return [
        name,
        one.mnemonic,
        one.unit,
        str(one.latency),
        str(one.least_latency),
        str(one.operand_bits),
        ", ".join(f"{number} {kind}" for kind, number in one.operators.items()) or "none",
        ", ".join(f"{number} {part}" for part, number in one.ports.items()) or "none",
        f"{one.state:,}",
        f"{one.area:,.0f}",
    ]


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """In Markdown; all columns after the first to the right."""
    lines = [head, ["---", *(["---:"] * (len(head) - 1))], *rows]
    return "\n".join(f"| {' | '.join(each)} |" for each in lines)


def page(text: str, tables: str) -> str:
    """The docs page with the tables as they should be."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{tables}\n{END}{after}"
