"""What makes each strategy itself: which candidate it changes next, and what it keeps."""

from __future__ import annotations

import contextlib
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from kernelcraft.agents.beam import Beam
from kernelcraft.agents.best_of_n import BestOfN
from kernelcraft.agents.evolution import Evolution
from kernelcraft.agents.planner_coder_reviewer import Credit, PlannerCoderReviewer
from kernelcraft.agents.refine import Refine
from kernelcraft.agents.search.trial import (
    Behaviour,
    Judgement,
    Scored,
    Spent,
    Strategy,
    Trial,
    Tried,
)

STRATEGIES: list[Strategy] = [BestOfN(), Refine(), Beam(), Evolution(), PlannerCoderReviewer()]


@dataclass
class Numbers:
    """Proposes the prepared numbers in order, and remembers what they were made from.

    Plans are "up" and "down"; whatever is above 99 is objected to.
    """

    to_come: list[int]
    asked: list[tuple[int | None, str, int | None]] = field(default_factory=list)

    def draft(self, rng: random.Random) -> int | None:
        return self._next(None, "", None)

    def change(
        self,
        parent: Scored[int],
        rng: random.Random,
        plan: str = "",
        other: Scored[int] | None = None,
    ) -> int | None:
        return self._next(parent.candidate, plan, None if other is None else other.candidate)

    def plans(
        self, parent: Scored[int], tried: Sequence[Tried], rng: random.Random
    ) -> Sequence[str]:
        return ["up", "down"]

    def objection(self, candidate: int, plan: str) -> str:
        return "too much" if candidate > 99 else ""

    def _next(self, parent: int | None, plan: str, other: int | None) -> int | None:
        self.asked.append((parent, plan, other))
        return self.to_come.pop(0) if self.to_come else None

    @property
    def parents(self) -> list[int | None]:
        return [parent for parent, _, _ in self.asked]


class Identity:
    """A number's loss is the number itself; negative ones are wrong. Behaviour: its tens."""

    def evaluate(self, candidate: int) -> Judgement:
        return Judgement(float(candidate) if candidate >= 0 else math.inf)

    def behaviour(self, scored: Scored[int]) -> Behaviour:
        return (scored.candidate // 10,)


def searched(strategy: Strategy, *numbers: int, budget: int = 100) -> tuple[Numbers, Trial[int]]:
    proposer = Numbers(list(numbers))
    trial = Trial(proposer, Identity(), min(budget, len(numbers)), random.Random(0))
    with contextlib.suppress(Spent):
        strategy.search(trial)
    return proposer, trial


def test_best_of_n_only_drafts() -> None:
    proposer, trial = searched(BestOfN(), 5, 3, 9)
    assert proposer.parents == [None, None, None]
    assert trial.best is not None
    assert trial.best.candidate == 3


def test_refine_goes_on_from_the_last_and_back_to_the_best_after_three() -> None:
    proposer, _ = searched(Refine(), 50, 60, 40, 41, -1, 43, 39, 30)
    assert proposer.parents == [None, 50, 60, 40, 41, -1, 40, 39]


def test_beam_changes_the_best_four_and_never_the_others() -> None:
    drafts, first = [10, 20, 30, 40], list(range(50, 66))
    better = [11, 12, 13, *range(70, 83)]
    proposer, trial = searched(Beam(), *drafts, *first, *better, *range(83, 99))
    assert proposer.parents[:4] == [None] * 4
    assert proposer.parents[4:20] == [each for each in drafts for _ in range(4)]
    assert proposer.parents[20:36] == [each for each in drafts for _ in range(4)]
    assert proposer.parents[36:52] == [each for each in (10, 11, 12, 13) for _ in range(4)]


def test_evolution_goes_on_from_slow_ones_that_behave_otherwise() -> None:
    numbers = [*range(0, 80, 10), *range(1, 100, 3)]
    proposer, _ = searched(Evolution(travel=1000), *dict.fromkeys(numbers))
    parents = {parent for parent in proposer.parents if parent is not None}
    assert len({parent // 10 for parent in parents}) >= 6
    assert any(other is not None for _, _, other in proposer.asked)


def test_evolution_keeps_no_wrong_one() -> None:
    proposer, _ = searched(Evolution(), *range(-20, 20))
    assert all(parent is None or parent >= 0 for parent in proposer.parents)


def test_islands_exchange_their_best() -> None:
    drafts = [90, 80, 70, 60, 9, 8, 7, 6]  # the second island's are all of one kind
    proposer, _ = searched(Evolution(travel=1, greed=1.0, mating=0.0), *drafts, *range(100, 110))
    assert proposer.parents[8:] == [6, *[6] * 9]


def test_planner_asks_for_the_plan_that_paid() -> None:
    proposer, _ = searched(PlannerCoderReviewer(), 90, 80, 70, 60, 95, 94, 93, 92)
    assert [plan for _, plan, _ in proposer.asked[1:5]] == ["up", "up", "up", "up"]
    assert "down" in {plan for _, plan, _ in proposer.asked[5:]}


def test_the_reviewer_sends_a_candidate_back_before_it_is_evaluated() -> None:
    proposer, trial = searched(PlannerCoderReviewer(), 90, 150, 60, budget=2)
    assert proposer.asked[2] == (90, "up\ntoo much", None)
    assert [each.candidate for each in trial.scored] == [90, 60]


def test_credit_goes_by_the_share_that_paid_and_seldom_tried_plans_return() -> None:
    credit = Credit()
    for paid in (False, False, False):
        credit.note("up", paid)
    assert credit.chosen(["up", "down"]) == "down"
    for _ in range(40):
        credit.note("down", False)
    assert credit.chosen(["up", "down"]) == "up"


@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda each: type(each).__name__)
def test_nothing_is_evaluated_twice_nor_beyond_the_budget(strategy: Strategy) -> None:
    numbers = [each % 40 for each in range(400)]
    _, trial = searched(strategy, *numbers, budget=30)
    candidates = [each.candidate for each in trial.scored]
    assert len(candidates) == len(set(candidates)) == 30


@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda each: type(each).__name__)
def test_a_search_without_ideas_ends(strategy: Strategy) -> None:
    proposer = Numbers([4, 3])
    trial = Trial(proposer, Identity(), 100, random.Random(0))
    with pytest.raises(Spent, match="nothing new was proposed") as ending:
        strategy.search(trial)
    assert not ending.value.limit
    assert len(trial.scored) == 2
