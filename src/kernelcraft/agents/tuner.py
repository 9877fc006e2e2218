"""Starts from the compiler's kernel and keeps every change that is verified and faster.

It knows no machine: the changes are its platform's moves, and the workbench's tools judge them.
"""

from __future__ import annotations

import math
import random
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.agents.agent import AgentError, Budget, Log
from kernelcraft.agents.changes import changed
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.moves import Move, moves
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.experience.advice import Expected, Foresight, Trust
from kernelcraft.experience.evidence import Place, paid, titled
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.tools.profile import ProfileResult

WORTH: Final = 0.003
"""What a change must promise to be tried before its turn: this share of the best cycles."""
KNOWN: Final = 1.0
"""Evidence of kernels like the one at hand, in whole pieces, below which none of it is used."""


@dataclass(frozen=True)
class Tuner:
    """Hill climbing over the platform's moves, those for the busiest units first."""

    name: str = "tuner"
    moves: Callable[[Cell], Sequence[Move]] = moves

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
        if not climb.begin(kernel):
            return
        rng = random.Random(zlib.crc32(cell.name.encode()) ^ seed)
        better = True
        while better and not climb.spent:
            better = climb.round(ranked(self.moves(cell), workbench.profile()), rng)


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


@dataclass(frozen=True)
class _Proposal:
    """What a move makes of attempt number `before`."""

    move: str
    text: str
    change: str = ""
    start: str = ""
    before: int | None = None


@dataclass(frozen=True, eq=False)
class _Ahead:
    """A proposal of a kernel that takes `cycles`, with what is known of such kernels."""

    proposal: _Proposal
    cycles: int
    foresight: Foresight

    @property
    def expected(self) -> Expected:
        """What experience says of it."""
        return self.foresight.expected(self.proposal.move, self.proposal.change)

    @property
    def promised(self) -> float:
        """The cycles that it may well come to."""
        expected = self.expected
        return self.cycles * math.exp(-expected.gain - expected.spread)


class _Climb:
    """The best kernel so far, and what has been tried.

    All moves of a round start from the same kernel: the best rewrite of a slow kernel may be on the
    way to a faster one than the best new schedule.
    """

    def __init__(self, workbench: Workbench, budget: Budget, log: Log) -> None:
        self.workbench, self.budget, self.log = workbench, budget, log
        self.kernel = ""
        self.number = 0
        self.cycles: int | None = None
        self._seen: set[int] = set()
        self._waiting: list[_Ahead] = []
        self._trust = Trust()
        self._start = time.monotonic()

    @property
    def spent(self) -> bool:
        """Whether the budget is used up."""
        if len(self.workbench.attempts) >= self.budget.evaluations:
            return True
        limit = self.budget.seconds
        return limit is not None and time.monotonic() - self._start >= limit

    def round(self, candidates: Sequence[Move], rng: random.Random) -> bool:
        """Try every move on the kernel that was best before; whether any was better.

        With experience, what it promises comes first, and the rest waits until nothing does.
        """
        proposals = self._proposals(candidates, rng)
        if self.workbench.experience is None:
            better = self._try(proposals)
        else:
            better = self._advised(list(proposals))
        self.workbench.write_code(self.kernel)
        return better

    def _proposals(self, candidates: Sequence[Move], rng: random.Random) -> Iterator[_Proposal]:
        cell, start, number = self.workbench.cell, self.kernel, self.number
        for move in candidates:
            for text in move.propose(cell, start, rng):
                yield _Proposal(move.name, text, titled(text, cell), start, number)

    def _advised(self, proposals: list[_Proposal]) -> bool:
        """The most promising change of every move, then whatever may give a better kernel.

        After that what promises most of all that was left before, until a kernel is better. Where
        the store knows nothing like this kernel, or has disappointed, a round is as without it.
        """
        assert self.workbench.experience is not None
        place = Place.of(self.workbench.cell, self.workbench.profile())
        foresight = self.workbench.experience.at(place)
        cycles, moved = self.cycles or 0, set[str]()
        left = [_Ahead(each, cycles, foresight) for each in proposals]
        while left and self._follows(foresight):
            chosen = max(
                (
                    each
                    for each in left
                    if each.proposal.move not in moved or each.promised < self._enough
                ),
                key=lambda each: each.expected.gain,
                default=None,
            )
            if chosen is None:
                break
            left.remove(chosen)
            if self._follow(chosen):
                moved.add(chosen.proposal.move)
        self._waiting += left
        while self._waiting and self.cycles == cycles and self._follows(foresight):
            chosen = min(self._waiting, key=lambda each: each.promised)
            self._waiting.remove(chosen)
            self._follow(chosen)
        if self._follows(foresight):
            return self.cycles != cycles
        waiting, self._waiting = self._waiting, []
        oldest_last = sorted(waiting, key=lambda each: -(each.proposal.before or 0))
        return self._try(each.proposal for each in oldest_last) or self.cycles != cycles

    def _follows(self, foresight: Foresight) -> bool:
        return foresight.weight >= KNOWN and self._trust.left and not self.spent

    @property
    def _enough(self) -> float:
        assert self.cycles is not None
        return self.cycles * (1.0 - WORTH)

    def _follow(self, chosen: _Ahead) -> bool:
        """Whether it was new."""
        expected = chosen.expected
        found = self.attempt(chosen.proposal)
        if found is None:
            return False
        move, change = chosen.proposal.move, chosen.proposal.change
        self._trust.note(expected, paid(chosen.cycles, found or None))
        chosen.foresight.learn(move, change, chosen.cycles, found or None)
        return True

    def _try(self, proposals: Iterable[_Proposal]) -> bool:
        """All of them; whether any was better."""
        cycles = self.cycles
        for each in proposals:
            self.attempt(each)
            if self.spent:
                break
        return self.cycles != cycles

    def begin(self, kernel: str) -> bool:
        """Attempt 1; whether it is right."""
        return bool(self.attempt(_Proposal("baseline", kernel)))

    def attempt(self, proposal: _Proposal) -> int | None:
        """Evaluate a kernel and keep it if it is right and faster.

        Its cycles, 0 if it is not right; None for one that is known.
        """
        text = proposal.text
        body = hash(text.partition("\n")[2])  # the first line is a title
        if self.spent or body in self._seen:
            return None
        self._seen.add(body)
        number = len(self.workbench.attempts) + 1
        found, outcome = self._evaluated(text)
        if number <= len(self.workbench.attempts):
            self.workbench.explain(proposal.before, proposal.move, proposal.change)
        if found and (self.cycles is None or found < self.cycles):
            self.kernel, self.cycles, self.number = text, found, number
            outcome = f"{found:,} cycles, kept"
        self.log(f"{number} {proposal.move}: {outcome}{self._change(proposal)}")
        return found

    def _evaluated(self, text: str) -> tuple[int, str]:
        """Cycles, 0 of a kernel that is not right, and what is to be said of it."""
        written = self.workbench.write_code(text)
        if not written.success:
            return 0, written.message
        result = self.workbench.run_evaluation()
        if not result.correct or result.latency_cycles is None:
            return 0, result.message
        return result.latency_cycles, f"{result.latency_cycles:,} cycles, not faster"

    def _change(self, proposal: _Proposal) -> str:
        if not proposal.start:
            return ""
        return changed(proposal.start, proposal.text, self.workbench.cell.platform.isa.forms)
