"""What tools work on: a cell, the current kernel, every attempt, and how kernels are run."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from kernelcraft.cells.cell import Cell
from kernelcraft.generators.job import Generated
from kernelcraft.grading.job import Grader, Job
from kernelcraft.records.episode import Answer
from kernelcraft.workbench.attempt import Attempt
from kernelcraft.workbench.feedback import Feedback

R = TypeVar("R")


class Bench:
    """The part of a `Workbench` that tools read and change.

    `attempted` is called after every attempt; `feedback` says which kinds of it are given. The
    code is a kernel, or as the `answer` says a generator of kernels.
    """

    def __init__(
        self,
        cell: Cell,
        grader: Grader,
        feedback: Feedback,
        attempted: Callable[[], None],
        answer: Answer = "kernel",
    ) -> None:
        self.cell, self.grader, self.feedback = cell, grader, feedback
        self.answer = answer
        self.shown = cell
        """The cell that single kernels are looked at for; a generator's last wrong size."""
        self._attempted = attempted
        self.code: str | None = None
        self.attempts: list[Attempt] = []
        self.best: Attempt | None = None
        """The fastest attempt that was correct on the public inputs; the first of equals."""

    @property
    def generates(self) -> bool:
        """Whether the code is a generator."""
        return self.answer != "kernel"

    def submit(
        self, make: Callable[[str, str], Job[R]], code: str, cell: Cell | None = None
    ) -> "Future[R]":
        """Start `make(cell, kernel)`: of the code, or of the kernel that it generates."""
        name = (cell or self.shown).name
        return self.grader.submit(
            Generated(name, code, make) if self.generates else make(name, code)
        )

    def keep(self, attempt: Attempt) -> None:
        """Add an attempt: one of now, or one that was evaluated before."""
        self.attempts.append(attempt)
        if attempt.correct and (self.best is None or attempt.rank < self.best.rank):
            self.best = attempt
        self._attempted()
