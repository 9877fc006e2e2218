"""How a tuner finds new kernels: moves, each of which proposes kernels for a cell.

A platform's are its part `kernels.moves`, whose `moves(cell)` lists them; without it those of its
compiler, if it has a lowering table.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, home
from kernelcraft.cells.platforms import part
from kernelcraft.cells.unwritten import Unwritten

Propose = Callable[[Cell, str, random.Random], Iterator[str]]
"""Kernels for the cell: rewrites of the text, or new schedules. It must not depend on anything
but its arguments, and gives nothing for a text that it cannot work on."""


@dataclass(frozen=True)
class Move:
    """One way to change a kernel; `units` names the units of the machine whose cycles it saves.

    `shuffled` says that the kernels come in an order that is drawn: the first is as good as any.
    """

    name: str
    propose: Propose
    units: tuple[str, ...] = ()
    shuffled: bool = False


def moves(cell: Cell) -> tuple[Move, ...]:
    """The moves for a cell, the most promising first; none where its platform has none."""
    usual = home(cell)
    if usual is not cell:
        return tuple(replace(each, propose=_translated(each.propose)) for each in moves(usual))
    module = part(cell.platform.name, "kernels.moves")
    if module is not None:
        return tuple(module.moves(cell))
    table = kernels.compiler(cell.platform.name)
    return () if table is None else table.moves(cell)


def _translated(propose: Propose) -> Propose:
    """Rewrites texts of a variant as those of the machine that it is drawn from."""

    def proposed(cell: Cell, text: str, rng: random.Random) -> Iterator[str]:
        for each in propose(home(cell), kernels.meant(cell, text), rng):
            with suppress(Unwritten):
                yield kernels.said(cell, each)

    return proposed
