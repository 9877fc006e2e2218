"""A proposer of points of a finite space: every gene is one of a few values."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from kernelcraft.agents.search.trial import Scored, Tried

Genes = tuple[int, ...]

ANOTHER = 0.25  # assumed: the chance that a change is followed by one more


class GeneProposer:
    """Draws points uniformly, changes one gene or a few, mixes two parents gene by gene.

    `names` are the genes' names, `sizes` how many values each has. `blame` says of an evaluated
    point how much each gene is to blame for its loss, `complaint` why a point cannot be evaluated;
    such points are never proposed.
    """

    def __init__(
        self,
        names: Sequence[str],
        sizes: Sequence[int],
        blame: Callable[[Scored[Genes]], Sequence[float]],
        complaint: Callable[[Genes], str] = lambda genes: "",
    ) -> None:
        self.sizes, self._blame, self._complaint = tuple(sizes), blame, complaint
        self._plans = [
            {value: f"{name} = {value}" for value in range(size)}
            for name, size in zip(names, sizes, strict=True)
        ]
        self._meant = {
            plan: (place, value)
            for place, plans in enumerate(self._plans)
            for value, plan in plans.items()
        }

    def draft(self, rng: random.Random) -> Genes | None:
        """Any point, all equally likely."""
        return self._sound(tuple(rng.randrange(size) for size in self.sizes))

    def change(
        self,
        parent: Scored[Genes],
        rng: random.Random,
        plan: str = "",
        other: Scored[Genes] | None = None,
    ) -> Genes | None:
        """A plan is carried out as it stands; without one, genes are drawn."""
        genes = list(parent.candidate)
        if other is not None:
            genes = [rng.choice(pair) for pair in zip(genes, other.candidate, strict=True)]
        if plan:
            place, value = self._meant[plan]
            genes[place] = value
            return self._sound(tuple(genes))
        while True:
            place = rng.randrange(len(genes))
            step = rng.randrange(1, self.sizes[place]) if self.sizes[place] > 1 else 0
            genes[place] = (genes[place] + step) % self.sizes[place]
            if rng.random() >= ANOTHER:
                return self._sound(tuple(genes))

    def plans(
        self, parent: Scored[Genes], tried: Sequence[Tried], rng: random.Random
    ) -> Sequence[str]:
        """Every change of one gene, those of the genes that are most to blame first."""
        blame = self._blame(parent)
        order = sorted(range(len(self.sizes)), key=lambda place: (-blame[place], rng.random()))
        return [
            plan
            for place in order
            for value, plan in self._plans[place].items()
            if value != parent.candidate[place]
        ]

    def objection(self, candidate: Genes, plan: str) -> str:
        """Nothing that is not complained of before."""
        return ""

    def _sound(self, genes: Genes) -> Genes | None:
        return None if self._complaint(genes) else genes
