"""Every strategy on every landscape: equal budgets, equal seeds, and random search beside them."""

from __future__ import annotations

import contextlib
import random
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from kernelcraft.agents.beam import Beam
from kernelcraft.agents.best_of_n import BestOfN
from kernelcraft.agents.evolution import Evolution
from kernelcraft.agents.planner_coder_reviewer import PlannerCoderReviewer
from kernelcraft.agents.refine import Refine
from kernelcraft.agents.search.genes import GeneProposer
from kernelcraft.agents.search.trial import Behaviour, Judgement, Scored, Spent, Strategy, Trial
from kernelcraft.studies.lab.control import Course, random_search
from kernelcraft.studies.lab.landscape import Genes, Landscape
from kernelcraft.studies.lab.spaces import Enumerated, enumerated_cells
from kernelcraft.studies.lab.synthetic import Deceptive, Rugged

RANDOM: Final = "random search"
SPACES: Final = enumerated_cells()
"""Cells whose generator's settings are enumerated, one of each platform."""
BLIND: Final = "evolution with blind axes"
KINDS: Final = 15  # of an archive without meaning: as many as the trap's
STRATEGIES: Final[dict[str, Strategy]] = {
    "best-of-n": BestOfN(),
    "refine": Refine(),
    "beam": Beam(),
    "evolution": Evolution(),
    BLIND: Evolution(),
    "planner-coder-reviewer": PlannerCoderReviewer(),
}
"""The agents as they are, and as a control evolution whose archive has axes without meaning."""


@dataclass(frozen=True)
class LandscapeJudge:
    """The loss is the regret; with `blind`, the behaviour is a number without meaning."""

    landscape: Landscape
    blind: bool = False

    def evaluate(self, candidate: Genes) -> Judgement:
        """One point."""
        return Judgement(self.landscape.point(candidate).regret)

    def behaviour(self, scored: Scored[Genes]) -> Behaviour:
        """What the landscape says of it."""
        if self.blind:
            return (zlib.crc32(bytes(scored.candidate)) % KINDS,)
        return self.landscape.point(scored.candidate).behaviour


@dataclass(frozen=True)
class Arena:
    """A landscape (each seed may have an instance of its own) and the evaluations of a search."""

    name: str
    what: str
    budget: int
    landscape: Callable[[int], Landscape]


@cache
def _enumerated(cell: str) -> Enumerated:
    return Enumerated(cell)


def arenas() -> tuple[Arena, ...]:
    """Two synthetic landscapes, and one enumerated space for each platform."""
    spaces = [_enumerated(cell) for cell in SPACES]
    return (
        Arena("rugged", "NK model, 16 genes, each with 4 others: 65,536 points", 300, Rugged),
        Arena("deceptive", "trap of 14 genes: 16,384 points", 600, lambda seed: Deceptive()),
        *(
            Arena(
                each.name,
                f"{len(each.table.points):,} schedules, {each.right:,} of them right, the best "
                f"{each.best:,} cycles, the slowest {1.0 + each.worst:.2f} times that",
                100,
                lambda seed, each=each: each,  # type: ignore[misc]
            )
            for each in spaces
        ),
    )


def hold(seeds: Sequence[int]) -> Mapping[tuple[str, str], tuple[Course, ...]]:
    """The courses of all seeds by landscape and contestant."""
    found: dict[tuple[str, str], tuple[Course, ...]] = {}
    for arena in arenas():
        places = [(seed, arena.landscape(seed)) for seed in seeds]
        found[arena.name, RANDOM] = tuple(
            random_search(landscape, arena.budget, seed) for seed, landscape in places
        )
        for name in STRATEGIES:
            found[arena.name, name] = tuple(
                run(name, landscape, arena.budget, seed) for seed, landscape in places
            )
    return found


def run(name: str, landscape: Landscape, budget: int, seed: int) -> Course:
    """One search by a strategy."""
    proposer = GeneProposer(
        [str(place) for place in range(len(landscape.sizes))],
        landscape.sizes,
        lambda scored: landscape.point(scored.candidate).blame,
    )
    rng = random.Random(zlib.crc32(name.encode()) ^ seed)
    trial = Trial(proposer, LandscapeJudge(landscape, name == BLIND), budget, rng)
    with contextlib.suppress(Spent):
        STRATEGIES[name].search(trial)
    return Course.of([scored.loss for scored in trial.scored], budget, landscape.worst)
