"""Proposes rewrites of the compiler's kernel: the moves of its platform."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

from kernelcraft.agents.agent import Budget, Log
from kernelcraft.agents.changes import changed
from kernelcraft.agents.search.bench import KernelJudge, teller
from kernelcraft.agents.search.trial import Scored, Spent, Strategy, Trial, Tried
from kernelcraft.agents.tuner import ranked
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.moves import moves
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.workbench import Workbench

DEEPEST = 3  # moves that a draft is away from the compiler's kernel
FIRST = 8  # of a move's proposals, one of which is taken


class Rewriter:
    """Applies moves to kernels; two kernels cannot be mixed, so a second parent changes nothing."""

    def __init__(self, cell: Cell, baseline: str, judge: KernelJudge[str]) -> None:
        self._cell, self._baseline, self._judge = cell, baseline, judge
        self._moves = {move.name: move for move in moves(cell)}

    def draft(self, rng: random.Random) -> str | None:
        """The baseline, or what a few moves in a row make of it."""
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
        return self._moved(parent.candidate, rng, plan)

    def plans(
        self, parent: Scored[str], tried: Sequence[Tried], rng: random.Random
    ) -> Sequence[str]:
        """The moves, those for the parent's busiest units first."""
        known = tuple(self._moves.values())
        profile = self._judge.profile(parent)
        return [move.name for move in ranked(known, profile)]

    def objection(self, candidate: str, plan: str) -> str:
        """None: moves propose what assembles."""
        return ""

    def _moved(self, text: str, rng: random.Random, name: str = "") -> str | None:
        if not self._moves:
            return None
        move = self._moves[name or rng.choice(list(self._moves))]
        count = rng.randrange(FIRST) + 1
        found = list(islice(move.propose(self._cell, text, random.Random(rng.random())), count))
        return found[-1] if found else None


def search(
    strategy: Strategy, workbench: Workbench, budget: Budget, rng: random.Random, log: Log
) -> None:
    """Search among the kernels that moves can reach; raises Spent."""
    try:
        baseline = kernels.baseline(workbench.cell)
    except Unwritten as reason:
        raise Spent(str(reason), limit=False) from None
    judge = KernelJudge[str](workbench, str, budget)
    proposer = Rewriter(workbench.cell, baseline, judge)

    mnemonics = workbench.cell.platform.isa.forms

    def change(before: str | None, after: str) -> str:
        return changed(baseline if before is None else before, after, mnemonics)

    strategy.search(Trial(proposer, judge, budget.evaluations, rng, teller(log, change)))
