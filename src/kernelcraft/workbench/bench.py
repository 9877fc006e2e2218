"""What tools work on: a cell, the current kernel, every attempt, and how kernels are run."""

from collections.abc import Callable

from kernelcraft.cells.cell import Cell
from kernelcraft.grading.job import Grader
from kernelcraft.workbench.attempt import Attempt
from kernelcraft.workbench.feedback import Feedback


class Bench:
    """The part of a `Workbench` that tools read and change.

    `attempted` is called after every attempt; `feedback` says which kinds of it are given.
    """

    def __init__(
        self, cell: Cell, grader: Grader, feedback: Feedback, attempted: Callable[[], None]
    ) -> None:
        self.cell, self.grader, self.feedback = cell, grader, feedback
        self._attempted = attempted
        self.code: str | None = None
        self.attempts: list[Attempt] = []
        self.best: Attempt | None = None
        """The fastest attempt that was correct on the public inputs; the first of equals."""

    def keep(self, attempt: Attempt) -> None:
        """Add an attempt: one of now, or one that was evaluated before."""
        self.attempts.append(attempt)
        if attempt.correct and (self.best is None or attempt.rank < self.best.rank):
            self.best = attempt
        self._attempted()
