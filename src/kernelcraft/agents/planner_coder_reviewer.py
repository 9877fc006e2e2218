"""A planner names one change by the profile, a coder makes it, a reviewer may send it back.

The planner remembers what each kind of change has brought, and plans more of what paid.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from kernelcraft.agents.search.agent import Searcher, searcher
from kernelcraft.agents.search.trial import C, Scored, Trial, Tried

CURIOSITY: Final = 0.5  # assumed: the weight of plans that were seldom tried


@dataclass
class Credit:
    """What each plan has brought: how often it was tried and how often it paid."""

    tried: Counter[str] = field(default_factory=Counter)
    paid: Counter[str] = field(default_factory=Counter)

    def note(self, plan: str, paid: bool) -> None:
        """One more outcome."""
        self.tried[plan] += 1
        self.paid[plan] += paid

    def chosen(self, plans: Sequence[str]) -> str:
        """The plan with the best prospects by the upper confidence bound of the share that paid.

        The order of the plans, the most promising first, counts as one trial of each.
        """
        curiosity = CURIOSITY * math.sqrt(math.log(self.tried.total() + 1))

        def prospects(rank: int) -> float:
            plan, promise = plans[rank], 1.0 - rank / len(plans)
            trials = self.tried[plan] + 1
            return (self.paid[plan] + promise) / trials + curiosity / math.sqrt(trials)

        return plans[max(range(len(plans)), key=prospects)]


@dataclass(frozen=True)
class PlannerCoderReviewer:
    """`reviews`: how often a kernel may be sent back before it is evaluated all the same."""

    reviews: int = 1

    def search(self, trial: Trial[C]) -> None:
        """From the best kernel on; a new start where no plan for it gives anything new."""
        credit = Credit()
        while True:
            best = trial.draft()
            while (found := self._round(trial, best, credit)) is not None:
                best = found

    def _round(self, trial: Trial[C], best: Scored[C], credit: Credit) -> Scored[C] | None:
        """Evaluate the first plan that gives something new; the better kernel of both."""
        plans = list(trial.plans(best))
        while plans:
            plan = credit.chosen(plans)
            plans.remove(plan)
            candidate = self._coded(trial, best, plan)
            if candidate is None:
                continue
            found = trial.evaluate(candidate, plan, best)
            trial.tried.append(Tried(plan, best.loss, found.loss))
            credit.note(plan, found.loss < best.loss)
            return found if found.loss < best.loss else best
        return None

    def _coded(self, trial: Trial[C], best: Scored[C], plan: str) -> C | None:
        candidate = trial.proposal(best, plan)
        for _ in range(self.reviews):
            objection = "" if candidate is None else trial.proposer.objection(candidate, plan)
            if not objection:
                return candidate
            candidate = trial.proposal(best, f"{plan}\n{objection}")
        return candidate


def create(argument: str) -> Searcher:
    """The agent; the argument names who proposes."""
    return searcher("planner-coder-reviewer", PlannerCoderReviewer(), argument)
