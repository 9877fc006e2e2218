"""What an evaluation tells its caller while it runs; the caller prints, the runner never does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from kernelcraft.records.episode import Episode

Fault = Literal[
    "rate limit",  # the provider still had no room after all tries
    "provider",  # it failed, or was not reached, in all of them
    "time-out",  # it was too slow in all of them
    "request",  # it does not take such requests: a wrong key, model or setting
    "log",  # the log folder cannot be written, or its writer ended
    "ours",  # an error of KernelCraft's or of a strategy
]
"""What an episode broke off on; why a finished one has no right kernel is a `FailureClass`."""


@dataclass(frozen=True)
class Planned:
    """What is to be done, before anything runs: `finished` of the episodes are on the disk."""

    wanted: int
    finished: int


@dataclass(frozen=True)
class Started:
    """An agent began to work on a cell."""

    cell: str
    epoch: int


@dataclass(frozen=True)
class Attempted:
    """An agent evaluated a kernel; `cycles` are those of its best one so far, if one was right."""

    cell: str
    epoch: int
    evaluations: int
    cycles: int | None


@dataclass(frozen=True)
class Finished:
    """An episode was graded and its record is on the disk."""

    episode: Episode


@dataclass(frozen=True)
class Failed:
    """An episode broke off without a verdict; the same command tries it again."""

    cell: str
    epoch: int
    message: str
    fault: Fault = "ours"

    def __str__(self) -> str:
        return f"{self.cell}, epoch {self.epoch}: {self.message}"


@dataclass(frozen=True)
class Retrying:
    """A model's provider failed and is asked again in `seconds`; `attempt` counts from 1."""

    model: str
    reason: str
    attempt: int
    seconds: float

    def __str__(self) -> str:
        again = f"asking again in {self.seconds:.0f} s"
        return f"{self.model}: {self.reason} (attempt {self.attempt}), {again}"


Event = Planned | Started | Attempted | Finished | Failed | Retrying
Listener = Callable[[Event], None]


def ignore(event: Event) -> None:
    """A listener that does nothing."""
