"""Goes on from the last kernel and what was said of it; goes back after three that were no better.

This is the loop of the paper: write, evaluate, read the feedback, mend.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.agents.search.agent import Searcher, searcher
from kernelcraft.agents.search.trial import C, Trial


@dataclass(frozen=True)
class Refine:
    """`patience`: kernels in a row that were no better, before the best one is taken up again."""

    patience: int = 3

    def search(self, trial: Trial[C]) -> None:
        """A new start where all changes of the best kernel are known."""
        while True:
            self._climb(trial)

    def _climb(self, trial: Trial[C]) -> None:
        last = best = trial.draft()
        no_better = 0
        while True:
            found = trial.change(last)
            if found is None and last is best:
                return
            if found is None:
                last, no_better = best, 0
            elif found.loss < best.loss:
                last, best, no_better = found, found, 0
            else:
                no_better = (no_better + 1) % self.patience
                last = found if no_better else best


def create(argument: str) -> Searcher:
    """The agent; the argument names who proposes."""
    return searcher("refine", Refine(), argument)
