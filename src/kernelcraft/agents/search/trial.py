"""A search: a proposer makes candidates, a judge says how good they are, a budget ends it.

Strategies know nothing else, so the same ones search kernels and the lab's landscapes.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

C = TypeVar("C", bound=Hashable)

TRIES: Final = 20
"""Proposals in a row that give nothing new before a strategy hears that there is nothing."""

Behaviour = tuple[str | int, ...]
"""What the machine does with a candidate, coarsely: alike ones compete with each other only."""


class Spent(Exception):
    """The search is over; the message says why. Strategies let it pass.

    `limit`: whether something is used up, and not only the proposer's ideas.
    """

    def __init__(self, message: str, *, limit: bool = True) -> None:
        super().__init__(message)
        self.limit = limit


@dataclass(frozen=True)
class Judgement:
    """How good a candidate is: the loss is infinite where it is wrong, and else to be made small.

    The message is what a proposer can act on.
    """

    loss: float
    message: str = ""


@dataclass(frozen=True)
class Scored(Generic[C]):
    """An evaluated candidate; `number` counts evaluations from 1."""

    candidate: C
    number: int
    loss: float
    message: str = ""

    @property
    def right(self) -> bool:
        """Whether it is correct at all."""
        return math.isfinite(self.loss)


@dataclass(frozen=True)
class Tried:
    """What came of a plan: the loss before and after."""

    plan: str
    before: float
    after: float


class Proposer(Protocol[C]):
    """Makes candidates, from nothing or from others. None: it had no idea this time."""

    def draft(self, rng: random.Random) -> C | None:
        """One that depends on nothing that was evaluated."""
        ...

    def change(
        self, parent: Scored[C], rng: random.Random, plan: str = "", other: Scored[C] | None = None
    ) -> C | None:
        """Another one like the parent: by a plan, and with something of `other`, if given."""
        ...

    def plans(self, parent: Scored[C], tried: Sequence[Tried], rng: random.Random) -> Sequence[str]:
        """What could be changed about the parent, the most promising first."""
        ...

    def objection(self, candidate: C, plan: str) -> str:
        """Why a candidate is not worth an evaluation; empty if nothing speaks against it."""
        ...


class Judge(Protocol[C]):
    """Evaluates candidates."""

    def evaluate(self, candidate: C) -> Judgement:
        """Costs one unit of the budget. Raises Spent where something else is used up."""
        ...

    def behaviour(self, scored: Scored[C]) -> Behaviour:
        """Of a right candidate; costs nothing."""
        ...


class Strategy(Protocol):
    """Decides what is changed next and what is kept. Works until the trial raises Spent."""

    def search(self, trial: Trial[C]) -> None:
        """Does not return before that."""
        ...


Told = Callable[[Scored[C], str, Scored[C] | None], None]
"""Hears of an evaluated candidate, the plan that it follows and its parent, if it has one."""


class Trial(Generic[C]):
    """One search under way. No candidate is evaluated twice: a known one is not a new one."""

    def __init__(
        self,
        proposer: Proposer[C],
        judge: Judge[C],
        evaluations: int,
        rng: random.Random,
        told: Told[C] = lambda scored, plan, parent: None,
    ) -> None:
        self.proposer, self.judge, self.rng = proposer, judge, rng
        self.evaluations, self._told = evaluations, told
        self.scored: list[Scored[C]] = []
        self.best: Scored[C] | None = None
        self.tried: list[Tried] = []
        self._known: set[C] = set()

    def draft(self) -> Scored[C]:
        """A new candidate from nothing, evaluated; Spent if the proposer has none any more."""
        for _ in range(TRIES * TRIES):
            candidate = self._ask(lambda: self.proposer.draft(self.rng))
            if candidate is not None:
                return self.evaluate(candidate)
        raise Spent("nothing new was proposed", limit=False)

    def change(
        self, parent: Scored[C], plan: str = "", other: Scored[C] | None = None
    ) -> Scored[C] | None:
        """A new candidate made of another, evaluated; None if none comes."""
        candidate = self.proposal(parent, plan, other)
        return None if candidate is None else self.evaluate(candidate, plan, parent)

    def proposal(
        self, parent: Scored[C], plan: str = "", other: Scored[C] | None = None
    ) -> C | None:
        """The same, not evaluated yet. A plan is carried out once: it may give something known."""
        for _ in range(1 if plan else TRIES):
            candidate = self._ask(lambda: self.proposer.change(parent, self.rng, plan, other))
            if candidate is not None:
                return candidate
        return None

    def evaluate(self, candidate: C, plan: str = "", parent: Scored[C] | None = None) -> Scored[C]:
        """Spend one evaluation; parent: what the candidate was made of."""
        self._check()
        self._known.add(candidate)
        found = self.judge.evaluate(candidate)
        scored = Scored(candidate, len(self.scored) + 1, found.loss, found.message)
        self.scored.append(scored)
        if scored.right and (self.best is None or scored.loss < self.best.loss):
            self.best = scored
        self._told(scored, plan, parent)
        return scored

    def plans(self, parent: Scored[C]) -> Sequence[str]:
        """What the proposer would change about the parent, the most promising first."""
        self._check()
        return self.proposer.plans(parent, self.tried, self.rng)

    def _ask(self, propose: Callable[[], C | None]) -> C | None:
        self._check()
        candidate = propose()
        return None if candidate in self._known else candidate

    def _check(self) -> None:
        if len(self.scored) >= self.evaluations:
            raise Spent(f"evaluation limit ({self.evaluations})")
