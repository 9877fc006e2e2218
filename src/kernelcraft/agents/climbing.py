"""Hill climbing over moves: what was tried, the best so far, and what experience promises."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kernelcraft.agents.agent import Budget, Log
from kernelcraft.agents.changes import changed
from kernelcraft.agents.following import led
from kernelcraft.cells.moves import Move
from kernelcraft.experience.advice import KNOWN, Expected, Foresight, Trust
from kernelcraft.experience.evidence import Place, titled
from kernelcraft.experience.lineages import WORTH
from kernelcraft.workbench import Workbench


@dataclass(frozen=True)
class _Proposal:
    """What a move makes of attempt number `before`."""

    move: str
    text: str
    change: str = ""
    start: str = ""
    before: int | None = None


@dataclass(frozen=True)
class _Known:
    """A kernel, its cycles, 0 if it is not right, and the attempt that it was, 0 for none."""

    text: str
    cycles: int
    number: int


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


class Climb:
    """The best kernel so far, and what has been tried.

    All moves of a round start from the same kernel: the best rewrite of a slow kernel may be on the
    way to a faster one than the best new schedule.
    """

    def __init__(self, workbench: Workbench, budget: Budget, log: Log) -> None:
        self.workbench, self.budget, self.log = workbench, budget, log
        self.kernel = ""
        self.number = 0
        self.cycles: int | None = None
        self._seen: dict[int, _Known] = {}
        self._waiting: list[_Ahead] = []
        self._trust = Trust()
        self._alone = workbench.experience is None
        """Whether it goes on without experience."""
        self._left_out: _Known | None = None
        """The compiler's kernel, where experience led to a better one at once."""
        self._owing = 0
        """Evaluations that are kept for the compiler's kernel, until one is as fast."""
        self._start = time.monotonic()

    @property
    def spent(self) -> bool:
        """Whether the budget is used up."""
        if len(self.workbench.attempts) + self._owing >= self.budget.evaluations:
            return True
        limit = self.budget.seconds
        return limit is not None and time.monotonic() - self._start >= limit

    def round(self, candidates: Sequence[Move], rng: random.Random) -> bool:
        """Try every move on the kernel that was best before; whether any was better.

        With experience, what it promises comes first, and the rest waits until nothing does.
        """
        proposals = self._proposals(candidates, rng)
        better = self._try(proposals) if self._alone else self._advised(list(proposals))
        self.workbench.write_code(self.kernel)
        return better

    def go_back(self) -> bool:
        """Climb once more, from the compiler's kernel and without experience, where that had led
        elsewhere: the end is then no worse than without. Whether there is such a climb."""
        if self._left_out is None:
            return False
        self._take(self._left_out)
        self._left_out, self._alone = None, True
        self.workbench.write_code(self.kernel)
        return True

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
        self._trust.note(expected, chosen.cycles, found or None)
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

    def begin(self, kernel: str, candidates: Sequence[Move]) -> bool:
        """Attempt 1; whether there is a kernel to go on from."""
        if self.workbench.experience is not None and self.budget.evaluations > 1:
            self._follow_lineages(kernel, candidates)
        return bool(self.kernel or self.attempt(_Proposal("baseline", kernel)))

    def _follow_lineages(self, kernel: str, candidates: Sequence[Move]) -> None:
        """Make of the compiler's kernel what was made of kernels like it, the most promising first,
        until nothing better is promised or one does not pay. Nothing where none promises anything.

        The compiler's kernel itself is not evaluated: it is right, and its cycles are known.
        """
        assert self.workbench.experience is not None
        bench = self.workbench
        known = led(bench, self.workbench.experience, bench.cell, kernel, candidates)
        if known is None:
            return
        start = _Known(kernel, known.cycles, 0)
        self._take(start)
        self._seen[_body(kernel)] = start
        self._owing = 1
        for way in known.ways:
            promised = known.cycles * math.exp(-way.promised)
            if promised > self._enough or not self._trust.left or self.spent:
                break
            found = self.attempt(_Proposal(way.move, way.text, way.change, kernel, 0))
            if found is not None:
                self._trust.note(Expected(way.promised, 1.0), known.cycles, found or None)
        self._left_out = start if self.number else None
        self.workbench.write_code(self.kernel)

    def end(self) -> None:
        """Evaluate the compiler's kernel where none was found that is as fast."""
        if self._owing:
            self._owing = 0
            self._evaluate(_Proposal("baseline", self.kernel))

    def attempt(self, proposal: _Proposal) -> int | None:
        """Evaluate a kernel and keep it if it is right and faster.

        Its cycles, 0 if it is not right; None for one that is known.
        """
        body = _body(proposal.text)
        if self.spent:
            return None
        if body in self._seen:
            self._keep(self._seen[body])
            return None
        return self._evaluate(proposal)

    def _evaluate(self, proposal: _Proposal) -> int:
        text, number = proposal.text, len(self.workbench.attempts) + 1
        found, outcome = self._evaluated(text)
        if number <= len(self.workbench.attempts):
            self.workbench.explain(proposal.before, proposal.move, proposal.change)
        known = self._seen[_body(text)] = _Known(text, found, number)
        if self._keep(known):
            outcome = f"{found:,} cycles, kept"
            self._owing = 0
        self.log(f"{number} {proposal.move}: {outcome}{self._change(proposal)}")
        return found

    def _keep(self, known: _Known) -> bool:
        """Whether it is right and faster."""
        if not known.cycles or (self.cycles is not None and known.cycles >= self.cycles):
            return False
        self._take(known)
        return True

    def _take(self, known: _Known) -> None:
        self.kernel, self.cycles, self.number = known.text, known.cycles, known.number

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


def _body(text: str) -> int:
    """What a kernel is known by: all but the first line, which is a title."""
    return hash(text.partition("\n")[2])
