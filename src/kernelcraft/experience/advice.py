"""What a store says about a change before it is tried: by cause and mix of the kernel's cycles.

The evidence is weighed by how much the kernels before are alike, and a ridge regression over the
words of the changes foresees their gains. What an episode finds on its way is learnt at once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kernelcraft.cells.variants import base_of
from kernelcraft.experience.evidence import Place, paid, ratio
from kernelcraft.experience.lineages import Lineage, lineages
from kernelcraft.experience.store import Point, Row, Store

SHARPNESS: Final = 4.0
"""Power of the cosine of two mixes: how fast evidence of unlike kernels stops counting."""
ELSEWHERE: Final = 0.25  # weight of another platform's evidence
OTHER_CAUSE: Final = 0.5
OTHER_FAMILY: Final = 0.5
OWN: Final = 2.0  # weight of what the episode has found itself
ALIKE: Final = OTHER_CAUSE * OTHER_FAMILY
"""Weight from which kernels are enough alike for what was made of one to be made of the other."""
KNOWN: Final = 1.0
"""Evidence of kernels like the one at hand, in whole pieces, below which none of it is used."""
LOOKED_UP: Final = 8
"""Places whose evidence is kept ready."""
SLIGHT: Final = 1e-3  # weight that is as good as none
SPREAD: Final = {"all": 1.0, "move": 1.0, "word": 0.3, "change": 0.3}
"""Prior variances of the regression's weights; that of one measurement is 1."""
NOISE: Final = 0.02
"""Standard deviation of one measured gain about what its words say."""
KEPT: Final = 0.5
"""The share of a promised gain from which a promise is kept."""
PATIENCE: Final = 0.5  # broken promises
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Expected:
    """What a change promises: mean of log(cycles before / after) where a kernel that is slower or
    wrong counts 0; the chance that it pays; and how uncertain the gain is (standard deviation)."""

    gain: float = 0.0
    chance: float = 0.0
    spread: float = 0.0


class Advice:
    """The believable evidence of a store up to a point; nothing is written while it is in use."""

    def __init__(self, rows: Iterable[Row], point: Point | None = None) -> None:
        self.rows = tuple(row for row in rows if row.believed)
        self.point = point
        self.weighed = lru_cache(LOOKED_UP)(self._weighed)
        """The evidence that counts for kernels like those at a place, and how much each piece."""
        self._foresight = lru_cache(LOOKED_UP)(lambda place: Foresight(self.weighed(place)))

    @classmethod
    def of(cls, store: Store, point: Point | None = None) -> Advice:
        """What a store holds, or held at that point."""
        point = point or store.now()
        return cls(store.rows(point), point)

    def at(self, place: Place) -> Foresight:
        """The same, weighed for kernels like this one; it learns for itself."""
        return copy(self._foresight(place))

    def _weighed(self, place: Place) -> list[tuple[Row, float]]:
        weights: dict[int, float] = {}
        for row in self.rows:
            if id(row.place) not in weights:
                weights[id(row.place)] = weight(row.place, place)
        weighed = [(row, weights[id(row.place)]) for row in self.rows]
        return [(row, each) for row, each in weighed if each > SLIGHT]

    @cached_property
    def lineages(self) -> list[Lineage]:
        """How the fastest kernel of each cell was made."""
        return lineages(self.rows)

    def led(self, place: Place) -> list[tuple[Lineage, float]]:
        """Those that began with a kernel like this one of the same machine, and how much they
        count."""
        weighed = [
            (each, weight(each.place, place))
            for each in self.lineages
            if base_of(each.place.platform) == base_of(place.platform)
        ]
        return [(each, found) for each, found in weighed if found >= ALIKE]


class Foresight:
    """What changes of one kernel promise, after what is known of kernels like it."""

    def __init__(self, weighed: Sequence[tuple[Row, float]]) -> None:
        self.weight = sum(each for _, each in weighed)
        self._places: dict[str, int] = {}
        known = [(_features(row.move, row.change), row, each) for row, each in weighed]
        for names, _, _ in known:
            for name in names:
                self._places.setdefault(name, len(self._places))
        size = len(self._places)
        spreads = [SPREAD[name.partition(" ")[0]] for name in self._places]
        information = np.diag(1.0 / np.array(spreads, dtype=float)).reshape(size, size)
        sums = np.zeros((size, 2))
        for names, row, each in known:
            at = [self._places[name] for name in names]
            information[np.ix_(at, at)] += each
            sums[at] += each * _outcome(row.cycles_before, row.cycles_after)
        self._covariance: Array = np.asarray(np.linalg.inv(information), np.float64)
        self._means: Array = self._covariance @ sums

    def expected(self, move: str, change: str) -> Expected:
        """Of a change; of an unknown one what its words, its move and all changes promise."""
        at = self._known(move, change)
        gain, chance = self._means[at].sum(axis=0)
        variance = max(0.0, float(self._covariance[np.ix_(at, at)].sum()))
        return Expected(
            max(0.0, float(gain)), min(1.0, max(0.0, float(chance))), NOISE * math.sqrt(variance)
        )

    def learn(self, move: str, change: str, before: int | None, after: int | None) -> None:
        """One more outcome, of a kernel like this one: cycles, None of a wrong kernel."""
        at = self._known(move, change)
        if not at:
            return
        towards = self._covariance[:, at].sum(axis=1)
        spread = float(towards[at].sum())
        gain = towards * (OWN / (1.0 + OWN * spread))
        error = _outcome(before, after) - self._means[at].sum(axis=0)
        self._means = self._means + np.outer(gain, error)
        self._covariance = self._covariance - np.outer(gain, towards)

    def _known(self, move: str, change: str) -> list[int]:
        return [self._places[name] for name in _features(move, change) if name in self._places]


@dataclass
class Trust:
    """Whether experience is still worth following in an episode.

    The first promise must be kept. Later ones are of a chance that a change pays; once they were
    broken by `PATIENCE` more than that allows, experience is not asked again: a store may be wrong,
    or about something else.
    """

    disappointment: float = 0.0
    earned: bool = False

    @property
    def left(self) -> bool:
        """Whether it is followed."""
        return self.disappointment < PATIENCE

    def note(self, expected: Expected, before: int, after: int | None) -> None:
        """One more outcome of a change that was tried for its promise: cycles."""
        gain = math.log(ratio(before, after) or 1.0)
        kept = paid(before, after) and gain >= KEPT * expected.gain
        self.earned = self.earned or kept
        chance = expected.chance if self.earned else PATIENCE
        self.disappointment = max(0.0, self.disappointment + chance - kept)


def weight(known: Place, here: Place) -> float:
    """How much evidence of one place counts in another, from 0 to 1."""
    found = math.pow(known.likeness(here), SHARPNESS)
    if base_of(known.platform) != base_of(here.platform):
        found *= ELSEWHERE
    if known.cause != here.cause:
        found *= OTHER_CAUSE
    if known.family != here.family:
        found *= OTHER_FAMILY
    return found


def _outcome(before: int | None, after: int | None) -> Array:
    """Gain and whether it paid."""
    gain = max(0.0, math.log(ratio(before, after) or 1.0))
    return np.array([gain, float(paid(before, after))])


@lru_cache(maxsize=4096)
def _features(move: str, change: str) -> tuple[str, ...]:
    """All changes, the move, single words and pairs of neighbours, and the whole."""
    words = change.split()
    parts = dict.fromkeys([*words, *(f"{one} {other}" for one, other in pairwise(words))])
    return (
        "all",
        f"move {move}",
        *(f"word {move} {part}" for part in parts),
        f"change {move} {change}",
    )
