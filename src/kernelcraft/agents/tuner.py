"""Starts from the compiler's kernel and keeps every change that is verified and faster.

It knows no machine: the changes are its platform's moves, and the workbench's tools judge them.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kernelcraft.agents.agent import AgentError, Budget, Log
from kernelcraft.agents.climbing import Climb
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.moves import Move, moves
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.tools.profile import ProfileResult


@dataclass(frozen=True)
class Tuner:
    """Hill climbing over the platform's moves, those for the busiest units first."""

    name: str = "tuner"
    moves: Callable[[Cell], Sequence[Move]] = moves

    def obstacle(self, cell: Cell) -> str:
        """No compiler to start from, or no moves."""
        return no_moves(cell)

    def __call__(self, workbench: Workbench, budget: Budget, seed: int, log: Log) -> None:
        """Attempt 1 is the baseline, or what experience makes of it; ends when a round of all moves
        brought nothing new, from there and then from the baseline."""
        cell = workbench.cell
        try:
            kernel = kernels.baseline(cell)
        except Unwritten as reason:
            log(str(reason))
            return
        climb = Climb(workbench, budget, log)
        if not climb.begin(kernel, self.moves(cell)):
            return
        rng = random.Random(zlib.crc32(cell.name.encode()) ^ seed)
        better = True
        while (better or climb.go_back()) and not climb.spent:
            better = climb.round(ranked(self.moves(cell), workbench.profile()), rng)
        climb.end()


def create(argument: str) -> Tuner:
    """The agent; it takes no argument."""
    if argument:
        raise AgentError(f"the tuner agent takes no argument, got {argument!r}")
    return Tuner()


def no_moves(cell: Cell) -> str:
    """Why no kernel of the cell can be rewritten; "" where one can."""
    if not moves(cell):
        return f"{cell.platform.name} has no moves that change kernels"
    return kernels.missing_writer(cell, "compiler")


def ranked(candidates: Sequence[Move], profile: ProfileResult) -> list[Move]:
    """The moves in the order of the cycles of the units they relieve, most first."""
    return sorted(
        candidates,
        key=lambda move: -max((profile.by_unit.get(unit, 0) for unit in move.units), default=0),
    )
