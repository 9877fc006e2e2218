"""Jobs that misbehave, for tests of the workers; a child process imports them from here."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from kernelcraft.grading.child import run_fresh
from kernelcraft.records.verdict import Failure


@dataclass(frozen=True)
class Answer:
    """What became of a job and in which process."""

    message: str
    pid: int = 0
    failure: Failure | None = None


class _Job:
    def failed(self, failure: Failure, message: str) -> Answer:
        return Answer(message, failure=failure)


@dataclass(frozen=True)
class Sleep(_Job):
    """Takes `seconds`."""

    seconds: float

    def perform(self) -> Answer:
        time.sleep(self.seconds)
        return Answer("slept", os.getpid())


@dataclass(frozen=True)
class Dies(_Job):
    """Ends its own process by a signal until `marks`, a file, has `times` lines."""

    marks: str
    times: int
    by: int = signal.SIGABRT

    def perform(self) -> Answer:
        marks = Path(self.marks)
        with marks.open("a") as file:
            file.write("here\n")
        if len(marks.read_text().splitlines()) <= self.times:
            os.kill(os.getpid(), self.by)
        return Answer("survived", os.getpid())


@dataclass(frozen=True)
class Raises(_Job):
    """Stands for a mistake of ours."""

    def perform(self) -> Answer:
        raise ZeroDivisionError("a mistake")


@dataclass(frozen=True)
class RaisesFor(_Job):
    """Fails for some kernels."""

    kernels: tuple[str, ...]
    kernel: str = "bad"

    def perform(self) -> Answer:
        if self.kernel in self.kernels:
            raise ZeroDivisionError("a mistake")
        return Answer("done", os.getpid())

    def of_a_known_good_kernel(self) -> "RaisesFor":
        return RaisesFor(self.kernels, "good")


@dataclass(frozen=True)
class Reads(_Job):
    """A quick job that takes `seconds`."""

    seconds: float
    wall_seconds: float = 1.0

    @property
    def preparation(self) -> Sleep:
        return Sleep(1.2)

    def perform(self) -> Answer:
        time.sleep(self.seconds)
        return Answer("slept", os.getpid())


@dataclass(frozen=True)
class Eats(_Job):
    """Asks for `size` bytes of memory."""

    size: int

    def perform(self) -> Answer:
        return Answer(str(len(bytearray(self.size))), os.getpid())


SEEN: list[str] = []
"""What jobs have left in their process."""


@dataclass(frozen=True)
class Leaves(_Job):
    """Leaves a mark in its process, and asks a fresh one what it finds there."""

    mark: str

    def perform(self) -> Answer:
        SEEN.append(self.mark)
        fresh = run_fresh(Finds(), 20)
        return Answer(f"{SEEN} here, {fresh.message} in a fresh process", fresh.pid)


@dataclass(frozen=True)
class Finds(_Job):
    """Says what other jobs have left in its process."""

    def perform(self) -> Answer:
        return Answer(str(SEEN), os.getpid())
