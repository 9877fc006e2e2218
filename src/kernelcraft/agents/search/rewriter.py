"""Proposes rewrites of the compiler's kernel: the moves of its platform."""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Final

from kernelcraft.agents.agent import Budget, Log
from kernelcraft.agents.changes import changed
from kernelcraft.agents.following import LOOKED_AT, led
from kernelcraft.agents.search.bench import KernelJudge, teller
from kernelcraft.agents.search.trial import Scored, Spent, Strategy, Trial, Tried
from kernelcraft.agents.tuner import ranked
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.moves import Move, moves
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.experience.advice import KNOWN, Expected, Foresight, Trust
from kernelcraft.experience.evidence import Place, titled
from kernelcraft.experience.lineages import WORTH, joined
from kernelcraft.workbench import Workbench

DEEPEST = 3  # moves that a draft is away from the compiler's kernel
FIRST = 8  # of a move's proposals, one of which is taken
FOLLOWED: Final = 0.5
"""The chance that a change is what experience promises most of; the others are drawn as ever."""


class Rewriter:
    """Applies moves to kernels; two kernels cannot be mixed, so a second parent changes nothing.

    With experience the first drafts are made as faster kernels of other cells were, and every other
    change is the most promising one that was not made of its kernel yet, until that has
    disappointed.
    """

    def __init__(
        self, cell: Cell, baseline: str, judge: KernelJudge[str], moves: Sequence[Move]
    ) -> None:
        self._cell, self._baseline, self._judge = cell, baseline, judge
        self._moves = {move.name: move for move in moves}
        self._ahead: dict[str, _Ahead] = {}
        self._all: dict[tuple[str, str], list[str]] = {}  # that a move makes of a text, where few
        self._trust = Trust()
        self._cycles: dict[str, int] = {}  # of kernels that experience has been asked about
        self._best = math.inf
        self.made: dict[str, Made] = {}
        """How each kernel was made that was proposed."""

    def draft(self, rng: random.Random) -> str | None:
        """The baseline, or what a few moves in a row make of it."""
        way = next(self._ways, None)
        if way is not None:
            return way.text
        text = self._baseline
        for _ in range(rng.randrange(DEEPEST + 1)):
            text = self._moved(text, rng) or text
        return text

    def change(
        self,
        parent: Scored[str],
        rng: random.Random,
        plan: str = "",
        other: Scored[str] | None = None,
    ) -> str | None:
        """One move; a plan is a move's name."""
        if self._judge.experience is not None and parent.right and self._trust.left:
            ahead = self._looked(parent)
            if (plan or rng.random() < FOLLOWED) and ahead.left:
                return ahead.next(self, plan)
        return self._moved(parent.candidate, rng, plan)

    def plans(
        self, parent: Scored[str], tried: Sequence[Tried], rng: random.Random
    ) -> Sequence[str]:
        """The moves: by what experience promises, or those for the parent's busiest units first."""
        known = ranked(tuple(self._moves.values()), self._judge.profile(parent))
        if self._judge.experience is not None and parent.right and self._trust.left:
            promised = self._looked(parent).promised
            known = sorted(known, key=lambda move: -promised.get(move.name, 0.0))
        return [move.name for move in known]

    def objection(self, candidate: str, plan: str) -> str:
        """None: moves propose what assembles."""
        return ""

    def learn(self, scored: Scored[str]) -> None:
        """What came of a kernel that experience proposed."""
        self._best = min(self._best, scored.loss)
        made = self.made.get(scored.candidate)
        before = self._cycles.get(made.start) if made else None
        if made is None or before is None:
            return
        found = int(scored.loss) if scored.right else None
        if made.expected is not None:
            self._trust.note(made.expected, before, found)
        if made.start in self._ahead:
            self._ahead[made.start].foresight.learn(made.move, made.change, before, found)

    def origin(self, text: str, evaluated: Container[str]) -> Made | None:
        """How a kernel was made of one that was evaluated, or of the compiler's."""
        steps: list[tuple[str, str]] = []
        start = text
        while start != self._baseline and (not steps or start not in evaluated):
            made = self.made.get(start)
            if made is None:
                return None
            steps.insert(0, (made.move, made.change))
            start = made.start
        return Made(start, *joined(steps), text) if steps else None

    @cached_property
    def _ways(self) -> Iterator[Made]:
        """Kernels that are made as faster ones of other cells were, while they promise to be faster
        than the best so far and promises are kept."""
        return self._led()

    def _led(self) -> Iterator[Made]:
        judge, start = self._judge, self._baseline
        if judge.experience is None:
            return
        known = led(judge.tools, judge.experience, self._cell, start, tuple(self._moves.values()))
        if known is None:
            return
        self._cycles[start] = known.cycles
        for way in known.ways:
            promised = known.cycles * math.exp(-way.promised)
            if promised > min(self._best, known.cycles) * (1.0 - WORTH) or not self._trust.left:
                return
            expected = Expected(way.promised, 1.0)
            made = Made(start, way.move, way.change, way.text, expected)
            self.made[way.text] = made
            yield made

    def _looked(self, parent: Scored[str]) -> _Ahead:
        """All that can be made of a kernel, with what is promised of it."""
        assert self._judge.experience is not None
        text = parent.candidate
        if text not in self._ahead:
            place = Place.of(self._cell, self._judge.profile(parent))
            foresight = self._judge.experience.at(place)
            rng = random.Random(zlib.crc32(text.encode()))
            left = [
                Made(text, move.name, titled(new, self._cell), new)
                for move in self._moves.values()
                for new in islice(move.propose(self._cell, text, rng), LOOKED_AT)
            ]
            known = foresight.weight >= KNOWN
            self._cycles[text] = int(parent.loss)
            self._ahead[text] = _Ahead(foresight, left if known else [])
        return self._ahead[text]

    def _moved(self, text: str, rng: random.Random, name: str = "") -> str | None:
        if not self._moves:
            return None
        move = self._moves[name or rng.choice(list(self._moves))]
        found = self._proposed(move, text, rng)
        if found is None:
            return None
        made = Made(text, move.name, titled(found, self._cell), found)
        self.made.setdefault(made.text, made)
        return made.text

    def _proposed(self, move: Move, text: str, rng: random.Random) -> str | None:
        """One of the first kernels that a move makes of a text; none is made to be thrown away."""
        count = 1 if move.shuffled else rng.randrange(FIRST) + 1
        found = self._all.get((move.name, text))
        if found is None:
            proposed = move.propose(self._cell, text, random.Random(rng.random()))
            found = list(islice(proposed, count))
            if len(found) < count:
                self._all[move.name, text] = found
        return found[min(count, len(found)) - 1] if found else None


@dataclass(frozen=True)
class Made:
    """What a move makes of a kernel; `expected` where it was made for that."""

    start: str
    move: str
    change: str
    text: str
    expected: Expected | None = None


@dataclass
class _Ahead:
    """What is left to be made of a kernel."""

    foresight: Foresight
    left: list[Made]

    def hope(self, made: Made) -> float:
        """The gain that is expected."""
        return self.foresight.expected(made.move, made.change).gain

    @property
    def promised(self) -> dict[str, float]:
        """Of each move the most that one of its changes promises."""
        found: dict[str, float] = {}
        for each in self.left:
            found[each.move] = max(found.get(each.move, 0.0), self.hope(each))
        return found

    def next(self, rewriter: Rewriter, move: str) -> str | None:
        """The most promising one, of a move if it is named."""
        able = [each for each in self.left if move in ("", each.move)]
        if not able:
            return None
        chosen = max(able, key=self.hope)
        self.left.remove(chosen)
        expected = self.foresight.expected(chosen.move, chosen.change)
        rewriter.made[chosen.text] = replace(chosen, expected=expected)
        return chosen.text


def search(
    strategy: Strategy,
    workbench: Workbench,
    budget: Budget,
    rng: random.Random,
    log: Log,
    offered: Sequence[Move] | None = None,
) -> None:
    """Search among the kernels that moves can reach, by default the platform's; raises Spent."""
    try:
        baseline = kernels.baseline(workbench.cell)
    except Unwritten as reason:
        raise Spent(str(reason), limit=False) from None
    cell = workbench.cell
    judge = KernelJudge[str](workbench, str, budget, experience=workbench.experience)
    proposer = Rewriter(cell, baseline, judge, moves(cell) if offered is None else offered)

    mnemonics = cell.platform.isa.forms
    numbers: dict[str, int] = {}

    def change(before: str | None, after: str) -> str:
        return changed(baseline if before is None else before, after, mnemonics)

    tell = teller(log, change)

    def told(scored: Scored[str], plan: str, parent: Scored[str] | None) -> None:
        made = proposer.origin(scored.candidate, numbers)
        if made is not None:
            workbench.explain(numbers.get(made.start, 0), made.move, made.change)
        numbers[scored.candidate] = len(workbench.attempts)
        proposer.learn(scored)
        tell(scored, plan, parent)

    strategy.search(Trial(proposer, judge, budget.evaluations, rng, told))
