"""Measured lines; the clock shows CPU seconds, so that other work on the machine counts little."""

from __future__ import annotations

import resource
import statistics
from collections.abc import Callable
from dataclasses import dataclass

OWN, CHILDREN = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN


@dataclass(frozen=True)
class Figure:
    """One measured line: what, how much, in which unit, and the promise it is held to."""

    what: str
    value: float
    unit: str
    promise: str

    def __str__(self) -> str:
        return f"{self.what:<58} {self.value:>10,.2f} {self.unit:<16} {self.promise}"


def cpu(work: Callable[[], object]) -> float:
    """User and system CPU seconds of this process and of what `work` starts and waits for."""
    start = _spent()
    work()
    return _spent() - start


def _spent() -> float:
    own, others = resource.getrusage(OWN), resource.getrusage(CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def seconds(work: Callable[[], object], rounds: int = 5) -> float:
    """The median CPU seconds of `work` after one warm-up."""
    work()
    return statistics.median(cpu(work) for _ in range(rounds))
