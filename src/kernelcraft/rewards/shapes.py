"""The shapes of a reward, by name: how much being right, and being fast, is worth.

Each is a function of one `Outcome`. A change of a shape changes its version. What the literature
gives is cited; where it leaves something open, the shape says what is ours.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from kernelcraft.rewards.outcome import Outcome

TWICE: Final = 2.0


@dataclass(frozen=True)
class Shape:
    """A reward by name; `least` and `most` are what it can be, `source` where it is from."""

    name: str
    version: int
    source: str
    least: float
    most: float
    value: Callable[[Outcome], float]

    def of(self, outcome: Outcome) -> float:
        """The reward; what is suspicious has the least that there is."""
        return self.least if outcome.suspicious else self.value(outcome)

    @property
    def label(self) -> str:
        """Name and version, as records keep them."""
        return f"{self.name}/{self.version}"


def _default(outcome: Outcome) -> float:
    return 0.3 + 0.7 * _speed(outcome) if outcome.right else 0.0


def _speed(outcome: Outcome) -> float:
    """From 0 to 1: speed of light, else speed over the baseline; 1/2 where nothing is timed."""
    if outcome.cycles is None:
        return 0.5
    if not outcome.headroom:
        return 1.0
    if outcome.light is not None:
        return outcome.light
    return 0.5 if outcome.speedup is None else min(outcome.speedup, TWICE) / TWICE


def _binary(outcome: Outcome) -> float:
    return 1.0 if outcome.right else 0.0


def _staged(outcome: Outcome) -> float:
    if not outcome.right:
        return 0.1 if outcome.assembled else 0.0
    speedup = outcome.speedup or 1.0
    return 0.4 + (0.3 if speedup > 1.0 else 0.0) + 0.3 * min(max(math.log2(speedup), 0.0), 1.0)


def _kevin(outcome: Outcome) -> float:
    return 0.3 + (outcome.speedup or 1.0) if outcome.right else 0.0


def _drkernel(outcome: Outcome) -> float:
    assembled, right, fast = 0.3, 0.4, 0.3
    no_program, wrong, slower = 0.5, 0.3, 0.1
    if not outcome.assembled:
        return -no_program
    if not outcome.right:
        return assembled - wrong
    speedup = min(outcome.speedup or 1.0, 3.0)
    return assembled + right + fast * speedup - (slower if speedup < 1.0 else 0.0)


_SHAPES: Final = (
    Shape(
        "default",
        1,
        "ours: 0.3 for a right kernel, 0.7 times its speed-of-light score",
        0.0,
        1.0,
        _default,
    ),
    Shape("binary", 1, "right or not", 0.0, 1.0, _binary),
    Shape(
        "staged",
        1,
        "OpenEnv's kernrl: 0.1 assembled, 0.3 right, 0.3 faster than the baseline, "
        "0.3 log2 of the speedup up to 2",
        0.0,
        1.0,
        _staged,
    ),
    Shape("kevin", 1, "Kevin, arXiv 2507.11948: 0.3 right, and the speedup", 0.0, math.inf, _kevin),
    Shape(
        "drkernel",
        1,
        "Dr.Kernel's settings: 0.3 assembled, 0.4 right, 0.3 times the speedup up to 3; "
        "0.5, 0.3 and 0.1 off for no program, a wrong one, a slower one",
        -0.5,
        1.6,
        _drkernel,
    ),
)
SHAPES: Final[Mapping[str, Shape]] = {each.name: each for each in _SHAPES}
"""Every shape by its name."""
