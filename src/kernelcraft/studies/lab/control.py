"""The control of every comparison: random search, which draws points and remembers none."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from kernelcraft.studies.lab.landscape import Genes, Landscape


@dataclass(frozen=True)
class Course:
    """The smallest regret after each evaluation."""

    regrets: tuple[float, ...]

    @classmethod
    def of(cls, found: Sequence[float], budget: int, worst: float) -> Course:
        """From the regrets in the order they came; before a right one, and there only, `worst`.

        A search that ended early keeps what it had.
        """
        best = list(accumulate((min(regret, worst) for regret in found), min)) or [worst]
        return cls((*best, *[best[-1]] * (budget - len(best))))

    @property
    def regret(self) -> float:
        """At the end of the budget."""
        return self.regrets[-1]

    @property
    def area(self) -> float:
        """The mean over all evaluations: the area under the curve for a budget of 1."""
        return sum(self.regrets) / len(self.regrets)


def random_search(landscape: Landscape, budget: int, seed: int) -> Course:
    """Points drawn uniformly, with replacement."""
    rng = random.Random(seed)
    found = [landscape.point(drawn(landscape, rng)).regret for _ in range(budget)]
    return Course.of(found, budget, landscape.worst)


def drawn(landscape: Landscape, rng: random.Random) -> Genes:
    """One point, all equally likely."""
    return tuple(rng.randrange(size) for size in landscape.sizes)
