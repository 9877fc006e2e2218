"""What tools work on: a cell, the current kernel, every attempt, and how kernels are run."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.designs import Design, parsed, proposals_of, register, text_of
from kernelcraft.cells.variants.names import base_of
from kernelcraft.generators.job import Generated
from kernelcraft.grading.designed import Designed, Proposed
from kernelcraft.grading.job import Grader, Job
from kernelcraft.records.episode import Answer
from kernelcraft.workbench.attempt import Attempt
from kernelcraft.workbench.feedback import Feedback

if TYPE_CHECKING:
    from kernelcraft.experience.advice import Advice

R = TypeVar("R")


class NoProposals(Exception):
    """Instructions cannot be proposed here; a sentence."""


class Bench:
    """The part of a `Workbench` that tools read and change.

    `attempted` is called after every attempt; `feedback` says which kinds of it are given. The
    code is a kernel, or as the `answer` says a generator of kernels. `experience` is what earlier
    episodes have shown, if the agent is given any.
    """

    def __init__(
        self,
        cell: Cell,
        grader: Grader,
        feedback: Feedback,
        attempted: Callable[[], None],
        answer: Answer = "kernel",
        experience: Advice | None = None,
    ) -> None:
        self.cell, self.grader, self.feedback = cell, grader, feedback
        self.answer, self.experience = answer, experience
        self.shown = cell
        """The cell that single kernels are looked at for; a generator's last wrong size."""
        self.home, self.proposals = cell, ""
        """The cell on the machine as it was, and the text of all proposals that were taken."""
        self._attempted = attempted
        self.code: str | None = None
        self.notes: dict[str, str] = {}
        """Files that an agent writes for people, by name; they are kept beside the kernel."""
        self.attempts: list[Attempt] = []
        self.best: Attempt | None = None
        """The fastest attempt that was correct on the public inputs; the first of equals."""

    @property
    def generates(self) -> bool:
        """Whether the code is a generator."""
        return self.answer in ("generator", "template")

    def submit(
        self, make: Callable[[str, str], Job[R]], code: str, cell: Cell | None = None
    ) -> Future[R]:
        """Start `make(cell, kernel)`: of the code, or of the kernel that it generates."""
        name = (cell or self.shown).name
        job = Generated(name, code, make) if self.generates else make(name, code)
        return self.grader.submit(self.with_proposals(job))

    def with_proposals(self, job: Job[R]) -> Job[R]:
        """The job, which brings the proposals along where there are some."""
        proposed = Proposed.of(self.cell)
        return job if proposed is None else Designed(proposed, self.home.name, job)

    def propose(self, text: str) -> Design:
        """Extend the machine by proposals; raises Refused for any, and NoProposals elsewhere.

        Those that were taken before stay, so that earlier attempts mean what they meant.
        """
        if self.answer != "design":
            raise NoProposals("no instructions can be proposed here")
        before, base = parsed(self.home.platform.name), base_of(self.home.platform.name)
        given = "" if before is None else text_of(before)
        proposals_of(self.cell.platform.name, text)  # what is wrong is told with its own lines
        design = register(base, "\n\n".join(filter(None, (given, self.proposals, text))))
        task = f"{self.home.task.name}/{self.home.configuration}"
        self.cell = self.shown = load_cell(f"{design}/{task}")
        self.proposals = "\n\n".join(filter(None, (self.proposals, text)))
        return design

    def explain(self, before: int | None, move: str, change: str) -> None:
        """Say of the last attempt what it was made of, and how; lessons are learnt from it."""
        attempt = replace(self.attempts[-1], before=before, move=move, change=change)
        self.attempts[-1] = attempt
        if self.best is not None and self.best.number == attempt.number:
            self.best = attempt

    def keep(self, attempt: Attempt) -> None:
        """Add an attempt: one of now, or one that was evaluated before."""
        self.attempts.append(attempt)
        if attempt.correct and (self.best is None or attempt.rank < self.best.rank):
            self.best = attempt
        self._attempted()
