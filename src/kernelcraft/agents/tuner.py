"""Starts from the compiler's kernel and keeps every change that is verified and faster.

It knows no machine: the changes are its platform's moves, and the workbench's tools judge them.
"""

from __future__ import annotations

import random
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from kernelcraft.agents.agent import AgentError, Budget, Log
from kernelcraft.agents.changes import changed
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

    def obstacle(self, cell: Cell) -> str:
        """No compiler to start from, or no moves."""
        return no_moves(cell)

    def __call__(self, workbench: Workbench, budget: Budget, seed: int, log: Log) -> None:
        """Attempt 1 is the baseline; ends when a round of all moves brought nothing new."""
        cell = workbench.cell
        try:
            kernel = kernels.baseline(cell)
        except Unwritten as reason:
            log(str(reason))
            return
        climb = _Climb(workbench, budget, log)
        if not climb.attempt("baseline", kernel):
            return
        rng = random.Random(zlib.crc32(cell.name.encode()) ^ seed)
        better = True
        while better and not climb.spent:
            better = climb.round(ranked(moves(cell), workbench.profile()), rng)


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


class _Climb:
    """The best kernel so far, and what has been tried.

    All moves of a round start from the same kernel: the best rewrite of a slow kernel may be on the
    way to a faster one than the best new schedule.
    """

    def __init__(self, workbench: Workbench, budget: Budget, log: Log) -> None:
        self.workbench, self.budget, self.log = workbench, budget, log
        self.kernel = ""
        self.cycles: int | None = None
        self._seen: set[int] = set()
        self._attempts = 0
        self._start = time.monotonic()

    @property
    def spent(self) -> bool:
        """Whether the budget is used up."""
        if self._attempts >= self.budget.evaluations:
            return True
        limit = self.budget.seconds
        return limit is not None and time.monotonic() - self._start >= limit

    def _change(self, start: str, text: str) -> str:
        return changed(start, text, self.workbench.cell.platform.isa.forms)

    def round(self, candidates: Sequence[Move], rng: random.Random) -> bool:
        """Try every move on the kernel that was best before; whether any was better."""
        better, start = False, self.kernel
        proposals = (
            (move.name, text)
            for move in candidates
            for text in move.propose(self.workbench.cell, start, rng)
        )
        for name, text in proposals:
            better |= self.attempt(name, text, start)
            if self.spent:
                break
        self.workbench.write_code(self.kernel)
        return better

    def attempt(self, move: str, text: str, start: str | None = None) -> bool:
        """Evaluate a kernel that is new and keep it if it is right and faster; `start`: the kernel
        that it was made of."""
        body = hash(text.partition("\n")[2])  # the first line is a title
        if self.spent or body in self._seen:
            return False
        self._seen.add(body)
        self._attempts += 1
        change = "" if start is None else self._change(start, text)
        written = self.workbench.write_code(text)
        if not written.success:
            self.log(f"{self._attempts} {move}: {written.message}{change}")
            return False
        result = self.workbench.run_evaluation()
        if not result.correct or result.latency_cycles is None:
            self.log(f"{self._attempts} {move}: {result.message}{change}")
            return False
        kept = self.cycles is None or result.latency_cycles < self.cycles
        if kept:
            self.kernel, self.cycles = text, result.latency_cycles
        verb = "kept" if kept else "not faster"
        self.log(f"{self._attempts} {move}: {result.latency_cycles:,} cycles, {verb}{change}")
        return kept
