"""One try at a cell, as every door has it: capped answers, hidden inputs, one reward."""

from __future__ import annotations

import atexit
import os
import threading
from dataclasses import dataclass, field
from typing import Final

from pydantic import JsonValue

from kernelcraft.grading.job import Grade, Grader
from kernelcraft.grading.secret import Secret
from kernelcraft.grading.workers import Workers
from kernelcraft.records.attempt import Attempt
from kernelcraft.records.verdict import Verdict
from kernelcraft.rewards import Reward, named, of_verdict
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.workbench import ToolFailed

ANSWER: Final = 4000
"""Characters of an answer: trainers count what tools say as part of the conversation."""
SECONDS: Final = 30.0
"""Of wall-clock time that one call's run may take; a run that takes longer is a failed attempt."""


class Graders:
    """The processes that run kernels, started when they are first needed; all episodes share them.

    Nothing of an episode is kept there but what a run leaves behind, and every run is staged anew.
    A process that is forked from one that has them starts others.
    """

    def __init__(self, count: int = 1, seconds: float = SECONDS) -> None:
        self._count, self._seconds = count, seconds
        self._workers: Workers | None = None
        self._lock, self._process = threading.Lock(), os.getpid()

    def get(self) -> Grader:
        """Those that run, or new ones; they end with this process, or by `close`."""
        self._forget_those_of_a_parent()
        with self._lock:
            if self._workers is None:
                self._workers = Workers(self._count, wall_seconds=self._seconds)
                atexit.register(self.close)
            return self._workers

    def close(self) -> None:
        """End them; the next episode starts others."""
        self._forget_those_of_a_parent()
        with self._lock:
            workers, self._workers = self._workers, None
        if workers is not None:
            atexit.unregister(self.close)
            workers.close()

    def _forget_those_of_a_parent(self) -> None:
        """Their threads are not here, and their processes are not ours to end."""
        if self._process != os.getpid():
            self._lock, self._process, self._workers = threading.Lock(), os.getpid(), None


@dataclass
class Episode:
    """A try at a cell; tries of one `group` have equal hidden inputs, which `secret` decides.

    The kernel that counts is the fastest attempt that was right on the public inputs, or else the
    last one. `shape` is the name of a reward.
    """

    cell: str
    group: str
    secret: Secret
    grader: Grader
    shape: str = "default"
    longest: int = ANSWER
    workbench: Workbench = field(init=False)

    def __post_init__(self) -> None:
        named(self.shape)
        self.workbench = Workbench(self.cell, grader=self.grader)
        self.cell = self.workbench.cell.name

    @property
    def task(self) -> str:
        """All that an agent is told before its first turn."""
        prompt = self.workbench.prompt
        return f"{prompt.system}\n\n{prompt.task}"

    def call(self, tool: str, **given: JsonValue) -> str:
        """A tool's answer as text, at most `longest` characters of it.

        What an agent does wrong is an answer; what is wrong here raises.
        """
        try:
            return self._capped(str(self.workbench.call(tool, given)))
        except ToolFailed as error:
            return str(error)

    def reward(self) -> Reward:
        """Grade the kernel that counts under the rules of training; equal texts of a group, and
        equal calls, give equal rewards."""
        verdict = self._verdict()
        found = of_verdict(self.cell, verdict, self._history(), self.shape)
        origin = {"secret": self.secret.fingerprint, "group": self.group}
        return found.model_copy(update=origin)

    def _verdict(self) -> Verdict | None:
        bench = self.workbench
        if not bench.attempts:
            return None
        counts = bench.best or bench.attempts[-1]
        seed = self.secret.seed(self.cell, self.group)
        return self.grader.submit(Grade(self.cell, counts.code, "train", seed)).result()

    def _history(self) -> list[Attempt]:
        return [
            Attempt(each.number, None, 0, each.correct, each.cycles)
            for each in self.workbench.attempts
        ]

    def _capped(self, text: str) -> str:
        if len(text) <= self.longest:
            return text
        return f"{text[: self.longest]}\n... and {len(text) - self.longest:,} more characters"
