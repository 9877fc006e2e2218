"""Two landscapes whose optimum is known by construction or by enumeration: rugged and deceptive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kernelcraft.studies.lab.landscape import Genes, Point

LOCI: Final = 16
NEIGHBOURS: Final = 4
TRAP: Final = 14


class Rugged:
    """Kauffman's NK model: every gene's contribution depends on itself and the 4 genes after it.

    All 65,536 points are evaluated at the start, so the optimum is known. The regret is the mean
    contribution that is missing. Each seed is another instance.
    """

    name = "rugged"
    sizes = (2,) * LOCI

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        tables = rng.random((LOCI, 2 ** (NEIGHBOURS + 1)))
        points = np.arange(2**LOCI)
        bits = points[:, None] >> np.arange(LOCI) & 1
        indices = np.zeros((len(points), LOCI), dtype=np.int64)
        for step in range(NEIGHBOURS + 1):
            indices = indices * 2 + np.roll(bits, -step, axis=1)
        self._contributions: NDArray[np.float64] = tables[np.arange(LOCI), indices]
        values = self._contributions.mean(axis=1)
        self._regrets = values.max() - values
        self.worst = float(self._regrets.max())

    def point(self, genes: Genes) -> Point:
        """Behaviour: how many genes of either half are on. Blame: the missing contributions."""
        index = sum(gene << place for place, gene in enumerate(genes))
        half = LOCI // 2
        return Point(
            float(self._regrets[index]),
            (sum(genes[:half]), sum(genes[half:])),
            tuple((1.0 - self._contributions[index]).tolist()),
        )


@dataclass(frozen=True)
class Deceptive:
    """A trap (Deb and Goldberg 1993): best with all 14 genes on, and else better the fewer are on.

    Whoever follows the slope ends with every gene off, a regret of 1/14.
    """

    name: str = "deceptive"
    sizes: tuple[int, ...] = (2,) * TRAP
    worst: float = 1.0

    def point(self, genes: Genes) -> Point:
        """Behaviour: how many genes are on. Blame: the same for all; nothing tells them apart."""
        on = sum(genes)
        regret = 0.0 if on == TRAP else (on + 1) / TRAP
        return Point(regret, (on,), (regret,) * TRAP)
