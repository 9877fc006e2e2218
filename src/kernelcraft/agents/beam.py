"""Keeps the four best kernels, changes each four times a round, and keeps the best of all."""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.agents.search.agent import Searcher, searcher
from kernelcraft.agents.search.trial import C, Scored, Trial


@dataclass(frozen=True)
class Beam:
    """`width` kernels are kept, each has `children`; a child must beat one that is kept."""

    width: int = 4
    children: int = 4

    def search(self, trial: Trial[C]) -> None:
        """A round without a single new child starts again from drafts and the best kernel."""
        kept: list[Scored[C]] = []
        while True:
            kept += [trial.draft() for _ in range(self.width - len(kept))]
            born = [trial.change(parent) for parent in kept for _ in range(self.children)]
            new = [child for child in born if child is not None]
            kept = sorted([*kept, *new], key=lambda each: (each.loss, each.number))
            kept = kept[: self.width if new else 1]


def create(argument: str) -> Searcher:
    """The agent; the argument names who proposes."""
    return searcher("beam", Beam(), argument)
