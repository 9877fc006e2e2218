"""Draws kernels that know nothing of each other until the budget is spent; the best one counts.

What the other strategies must beat: with uniform drafts it is random search.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.agents.search.agent import Searcher, searcher
from kernelcraft.agents.search.trial import C, Trial


@dataclass(frozen=True)
class BestOfN:
    """N is the budget of evaluations."""

    def search(self, trial: Trial[C]) -> None:
        """Drafts only."""
        while True:
            trial.draft()


def create(argument: str) -> Searcher:
    """The agent; the argument names who proposes."""
    return searcher("best-of-n", BestOfN(), argument)
