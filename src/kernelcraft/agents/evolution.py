"""Two islands, each an archive with one kernel for every way to use the machine; some travel.

The axes are what the profile says, such as the busiest unit and the commonest reason to wait, not
what a kernel looks like: a slow kernel that does something else with the machine stays alive.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.agents.search.agent import Searcher, searcher
from kernelcraft.agents.search.trial import Behaviour, C, Scored, Trial

Archive = dict[Behaviour, Scored[C]]


@dataclass(frozen=True)
class Evolution:
    """MAP-Elites (Mouret and Clune 2015) on islands.

    founders: drafts that an island begins with. mating: the chance of a second parent.
    greed: the chance that a parent is its island's best and not any of the archive.
    travel: evaluations after which each island's best goes to the next island.
    """

    islands: int = 2
    founders: int = 4
    mating: float = 0.25
    greed: float = 0.25
    travel: int = 40

    def search(self, trial: Trial[C]) -> None:
        """The islands take turns."""
        archives: list[Archive[C]] = [{} for _ in range(self.islands)]
        for archive in archives:
            for _ in range(self.founders):
                self._settle(trial, archive, trial.draft())
        turn = 0
        while True:
            turn += 1
            archive = archives[turn % self.islands]
            self._settle(trial, archive, self._child(trial, archive))
            if turn % self.travel == 0:
                self._travel(trial, archives)

    def _child(self, trial: Trial[C], archive: Archive[C]) -> Scored[C]:
        parents = list(archive.values())
        if not parents:
            return trial.draft()
        parent = trial.rng.choice(parents)
        if trial.rng.random() < self.greed:
            parent = min(parents, key=lambda each: each.loss)
        other = trial.rng.choice(parents) if trial.rng.random() < self.mating else None
        return trial.change(parent, other=other) or trial.draft()

    def _settle(self, trial: Trial[C], archive: Archive[C], one: Scored[C]) -> None:
        """Keep a right kernel that is the best of its kind."""
        if not one.right:
            return
        kind = trial.judge.behaviour(one)
        if kind not in archive or one.loss < archive[kind].loss:
            archive[kind] = one

    def _travel(self, trial: Trial[C], archives: list[Archive[C]]) -> None:
        best = [min(each.values(), key=lambda one: one.loss, default=None) for each in archives]
        for archive, guest in zip(archives, [best[-1], *best[:-1]], strict=True):
            if guest is not None:
                self._settle(trial, archive, guest)


def create(argument: str) -> Searcher:
    """The agent; the argument names who proposes."""
    return searcher("evolution", Evolution(), argument)
