"""Search engines of the field on the lab's landscapes, beside our strategies and random search.

An engine's model is the proposer that our strategies have: it changes the point in the prompt. All
have the same budget, counted here: a point that is known already costs nothing, as for our own.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from kernelcraft.agents.search.genes import GeneProposer
from kernelcraft.agents.search.trial import Scored
from kernelcraft.scores.bootstrap import mean_interval
from kernelcraft.studies.lab.contest import RANDOM, Arena, arenas, run
from kernelcraft.studies.lab.control import Course, random_search
from kernelcraft.studies.lab.landscape import Genes, Landscape

Search = Callable[[Landscape, int, int], Course]
"""An engine on a landscape, with a budget of evaluations and a seed."""
BESIDE: Final = ("refine", "evolution")
"""Of our strategies: the one that climbs, and the one with an archive."""
PATIENCE: Final = 20
"""Calls for each unit of the budget, known points among them, after which an engine is stopped."""
_POINT: Final = re.compile(r"^```(?:text)?\n([\d ]+)\n```", re.MULTILINE)


@dataclass
class Judged:
    """A landscape as engines see it: texts of a few numbers, a score that is better when larger."""

    landscape: Landscape
    budget: int
    known: dict[str, float] = field(default_factory=dict)

    def score(self, text: str) -> tuple[float, dict[str, str]]:
        """Above 0 and at most 1; 0 for what is wrong. Beyond the budget nothing is evaluated."""
        if text not in self.known and len(self.known) < self.budget:
            self.known[text] = self.landscape.point(genes(text)).regret
        regret = self.known.get(text, float("inf"))
        return 1.0 / (1.0 + regret), {"regret": f"{regret:.4f}"}

    @property
    def course(self) -> Course:
        """What was found, evaluation by evaluation."""
        return Course.of([*self.known.values()], self.budget, self.landscape.worst)


class Model:
    """In the place of a language model: changes the point in a prompt."""

    def __init__(self, landscape: Landscape, rng: random.Random) -> None:
        names = [str(place) for place in range(len(landscape.sizes))]
        self._rng = rng
        self._proposer = GeneProposer(
            names, landscape.sizes, lambda scored: landscape.point(scored.candidate).blame
        )

    def __call__(self, prompt: str | list[dict[str, object]]) -> str:
        """A text with a point in a block."""
        text = prompt if isinstance(prompt, str) else str(prompt[-1]["content"])
        found = _POINT.search(text)
        if found is None:
            raise ValueError("the prompt shows no point")
        changed = self._proposer.change(Scored(genes(found[1]), 1, 0.0), self._rng)
        return f"```\n{written(changed or genes(found[1]))}\n```"


def genes(text: str) -> Genes:
    """The point that a text is."""
    return tuple(map(int, text.split()))


def written(point: Genes) -> str:
    """The text of a point."""
    return " ".join(map(str, point))


def hold(
    seeds: Sequence[int], engines: Mapping[str, Search], places: Sequence[Arena] | None = None
) -> Mapping[tuple[str, str], tuple[Course, ...]]:
    """The courses of all seeds by landscape and contestant: the control, ours, the engines."""
    found: dict[tuple[str, str], tuple[Course, ...]] = {}
    for arena in arenas() if places is None else places:
        lands = [(seed, arena.landscape(seed)) for seed in seeds]
        budget = arena.budget
        found[arena.name, RANDOM] = tuple(random_search(at, budget, seed) for seed, at in lands)
        for name in BESIDE:
            found[arena.name, name] = tuple(run(name, at, budget, seed) for seed, at in lands)
        for name, search in engines.items():
            found[arena.name, name] = tuple(search(at, budget, seed) for seed, at in lands)
    return found


def table(courses: Mapping[tuple[str, str], Sequence[Course]]) -> list[str]:
    """A line for each contestant below its landscape: mean regret with its interval, area."""
    lines: list[str] = []
    for (landscape, contestant), found in courses.items():
        if contestant == RANDOM:
            lines.append(f"{landscape}: {len(found[0].regrets)} evaluations, {len(found)} seeds")
        regrets = [course.regret for course in found]
        interval = mean_interval(regrets, [str(each) for each in range(len(regrets))])
        spread = "" if interval is None else f" ({interval.low:.4f} to {interval.high:.4f})"
        area = sum(course.area for course in found) / len(found)
        best = sum(regret <= 0.0 for regret in regrets)
        lines.append(
            f"  {contestant:13} regret {sum(regrets) / len(regrets):.4f}{spread}, "
            f"area {area:.4f}, optimum {best} of {len(found)}"
        )
    return lines
