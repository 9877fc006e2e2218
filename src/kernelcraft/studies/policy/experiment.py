"""The same learner with its rewards, without its eyes, and with its rewards shuffled."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from kernelcraft.scores.paired import Paired, paired_means
from kernelcraft.studies.policy.learner import Episodes, Policy, worth
from kernelcraft.studies.policy.split import By, Split

Arm = Literal["policy", "blind", "shuffled"]
ARMS: Final[tuple[Arm, ...]] = ("policy", "blind", "shuffled")
"""As it is; with an observation that never changes; with the rewards of a batch permuted among its
episodes, which is the control."""
STREAMS: Final = 3
"""Independent random numbers of an arm: for learning, shuffling and being judged."""


@dataclass(frozen=True)
class Settings:
    """How much an arm learns: `tries` on each cell of a batch, `batches` of them, at a `rate`.

    `judged` tries on every held-out cell, before the first batch and after each.
    """

    steps: int = 3
    tries: int = 8
    batches: int = 20
    rate: float = 1.0
    judged: int = 8
    last: int = 32


@dataclass(frozen=True)
class Course:
    """One arm with one seed: the mean reward on held-out cells before and after each batch, and at
    the end for each cell, with more tries."""

    seed: int
    arm: Arm
    held_out: tuple[str, ...]
    curve: tuple[float, ...]
    cells: tuple[float, ...]

    @property
    def reward(self) -> float:
        """The mean over the held-out cells, at the end."""
        return sum(self.cells) / len(self.cells)


@dataclass(frozen=True)
class Results:
    """All courses; `best` is the largest reward that any episode had on a cell, `start` what the
    compiler's kernel gets."""

    title: str
    cells: tuple[str, ...]
    actions: tuple[str, ...]
    features: tuple[str, ...]
    settings: Settings
    by: By
    courses: tuple[Course, ...]
    start: dict[str, float]
    best: dict[str, float]

    @property
    def file(self) -> str:
        """The name of its figure."""
        return "policy-" + re.sub("[^a-z0-9_]+", "-", self.title).strip("-") + ".svg"

    def of(self, arm: Arm) -> list[Course]:
        """In the order of the seeds."""
        return [course for course in self.courses if course.arm == arm]

    def gain(self, arm: Arm, over: Arm) -> Paired:
        """By how much one arm's reward on held-out cells is larger, seed by seed."""
        pairs = zip(self.of(arm), self.of(over), strict=True)
        gains = [one.reward - other.reward for one, other in pairs]
        return paired_means(gains, [str(place) for place in range(len(gains))])

    @property
    def holds(self) -> bool:
        """Whether the interval of the policy's gain over the control leaves out 0."""
        interval = self.gain("policy", "shuffled").interval
        return interval is not None and interval.low > 0.0


def course(
    episodes: Episodes, shape: tuple[int, int], chosen: Split, seed: int, arm: Arm, given: Settings
) -> Course:
    """Learn on some cells and be judged on the others; `shape`: actions, features."""
    streams = np.random.default_rng([seed, ARMS.index(arm)]).spawn(STREAMS)
    learning, shuffling, judging = streams
    policy = Policy(*shape, blind=arm == "blind")

    def judged(tries: int) -> list[float]:
        return [
            sum(policy.play(cell, episodes, judging).reward for _ in range(tries)) / tries
            for cell in chosen.held_out
        ]

    curve = [float(np.mean(judged(given.judged)))]
    for _ in range(given.batches):
        cells = [cell for cell in chosen.learnt for _ in range(given.tries)]
        tries = [policy.play(cell, episodes, learning) for cell in cells]
        rewards = [each.reward for each in tries]
        if arm == "shuffled":
            shuffling.shuffle(rewards)
        policy.improve(tries, worth(tries, rewards), given.rate)
        curve.append(float(np.mean(judged(given.judged))))
    return Course(seed, arm, chosen.held_out, tuple(curve), tuple(judged(given.last)))
