"""A linear softmax policy, and REINFORCE with advantages within groups of one cell.

An agent of a few hundred numbers, no language model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kernelcraft.rewards import advantages
from kernelcraft.studies.policy.remembered import Actions, Seen

Floats = NDArray[np.float64]


class Episodes(Protocol):
    """What `Remembered` offers."""

    def after(self, cell: str, actions: Actions) -> Seen:
        """What is seen on a cell after these actions."""
        ...


@dataclass(frozen=True)
class Try:
    """An episode: its cell, its reward, and the slope of its log-probability in the weights."""

    cell: str
    actions: Actions
    reward: float
    slope: Floats


class Policy:
    """Chances of actions that are linear in the observation before the softmax.

    It begins with equal chances. A `blind` one sees the same observation always.
    """

    def __init__(self, actions: int, features: int, *, blind: bool = False) -> None:
        self.weights: Floats = np.zeros((actions, features + 1))
        self._blind = blind

    def play(self, cell: str, episodes: Episodes, rng: np.random.Generator) -> Try:
        """Draw actions to the end of an episode."""
        actions: Actions = ()
        slope = np.zeros_like(self.weights)
        seen = episodes.after(cell, actions)
        while seen.reward is None:
            known = self._features(seen)
            chances = self._chances(known, seen.usable)
            action = int(rng.choice(len(chances), p=chances))
            chosen = np.zeros(len(chances))
            chosen[action] = 1.0
            slope += np.outer(chosen - chances, known)
            actions = (*actions, action)
            seen = episodes.after(cell, actions)
        return Try(cell, actions, seen.reward, slope)

    def improve(self, tries: Sequence[Try], worth: Sequence[float], rate: float) -> None:
        """One step of REINFORCE: up the mean of the slopes, each times what its try is worth."""
        steps = (value * each.slope for value, each in zip(worth, tries, strict=True))
        self.weights += rate * sum(steps, np.zeros_like(self.weights)) / len(tries)

    def _features(self, seen: Seen) -> Floats:
        own = np.zeros_like(seen.observation) if self._blind else seen.observation
        return np.append(own.astype(np.float64), 1.0)

    def _chances(self, known: Floats, usable: NDArray[np.bool_]) -> Floats:
        preference = np.where(usable, self.weights @ known, -np.inf)
        grown = np.exp(preference - preference.max())
        return np.asarray(grown / grown.sum(), dtype=np.float64)


def worth(tries: Sequence[Try], rewards: Sequence[float]) -> list[float]:
    """GRPO's advantages: each reward within the group of its cell, in the order of the tries."""
    found = [0.0] * len(tries)
    for cell in dict.fromkeys(each.cell for each in tries):
        places = [place for place, each in enumerate(tries) if each.cell == cell]
        for place, value in zip(places, advantages([rewards[p] for p in places]), strict=True):
            found[place] = value
    return found
