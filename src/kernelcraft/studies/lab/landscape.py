"""What a search strategy is tried on: points of a few numbers each, whose best one is known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

Genes = tuple[int, ...]


@dataclass(frozen=True)
class Point:
    """What one evaluation tells.

    regret: how far from the optimum, 0 at it; infinite for a kernel that is wrong.
    behaviour: what it does, coarsely; the axes of an archive.
    blame: for each gene, how much of the regret the machine's profile puts down to it.
    """

    regret: float
    behaviour: tuple[str | int, ...] = ()
    blame: tuple[float, ...] = ()

    @property
    def right(self) -> bool:
        """Whether there is a result at all."""
        return math.isfinite(self.regret)


class Landscape(Protocol):
    """A finite space: gene i is one of `range(sizes[i])`; `worst` is the largest finite regret."""

    @property
    def name(self) -> str: ...
    @property
    def sizes(self) -> Sequence[int]: ...
    @property
    def worst(self) -> float: ...

    def point(self, genes: Genes) -> Point:
        """Evaluate one point."""
