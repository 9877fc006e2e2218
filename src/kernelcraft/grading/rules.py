"""The sets of rules: what each of them draws, looks at and repeats."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from kernelcraft.records.verdict import Rules


@dataclass(frozen=True)
class Grading:
    """How a kernel is graded under one set of rules.

    `seeds` are those of the hidden inputs, for each usual distribution (one where a run is long).
    `honest` rules poison and audit the memory, try the edges, have a τ for each distribution,
    refuse what is too fast, and repeat an accepted run in a fresh process. The reference machine,
    and the independent model, repeat one accepted run in `opinions`, chosen by the seed. With
    `groups` seeds come again, so that what follows from one is made once and kept.
    """

    seeds: int
    honest: bool
    opinions: int = 1
    groups: bool = False

    def asks(self, seed: int) -> bool:
        """Whether they are asked for an opinion on the grading with this seed."""
        return seed % self.opinions == 0


RULES: Final[Mapping[Rules, Grading]] = {
    "strict": Grading(seeds=5, honest=True),
    "train": Grading(seeds=1, honest=True, opinions=50, groups=True),
    "paper": Grading(seeds=1, honest=False),
}
