"""Credit of single turns: what a turn made possible later counts for it, too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

DISCOUNT: Final = 0.4
"""Kevin's, arXiv 2507.11948: the sum did better than the maximum there."""


def credit(rewards: Sequence[float], discount: float = DISCOUNT) -> list[float]:
    """The discounted sum of each turn's reward and of those after it, for one reward a turn."""
    if not 0.0 <= discount <= 1.0:
        raise ValueError(f"expected a discount from 0 to 1, got {discount}")
    found: list[float] = []
    later = 0.0
    for reward in reversed(rewards):
        later = reward + discount * later
        found.append(later)
    return found[::-1]


def advantages(group: Sequence[float]) -> list[float]:
    """Rewards of a group less the group's mean, over its deviation; all 0 where none differs.

    This is GRPO's (arXiv 2402.03300): a group is one cell tried several times.
    """
    mean = sum(group) / len(group)
    deviation = (sum((each - mean) ** 2 for each in group) / len(group)) ** 0.5
    return [(each - mean) / deviation if deviation else 0.0 for each in group]
