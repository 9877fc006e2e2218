"""What a worker can be asked: plain frozen data that knows how to perform itself."""

from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.grading import evaluation, lockfile, profiling, recording, verification
from kernelcraft.grading.evaluation import Evaluation, Rows
from kernelcraft.grading.profiling import Where
from kernelcraft.grading.recording import Window
from kernelcraft.grading.soundness import Soundness, examine_task
from kernelcraft.records.verdict import Failure, Rules, Verdict
from kernelcraft.sim.recording import Recording

R_co = TypeVar("R_co", covariant=True)
R = TypeVar("R")


class Job(Protocol[R_co]):
    """Work that may be sent to another process: frozen, plain, with a plain result."""

    def perform(self) -> R_co:
        """Do it here."""
        ...

    def failed(self, failure: Failure, message: str) -> R_co:
        """The result when the process that performed it did not live to answer."""
        ...


class Grader(Protocol):
    """Who performs jobs: this process (`InProcess`) or others (`workers.Workers`)."""

    def submit(self, job: Job[R]) -> "Future[R]":
        """Start the job; the future holds its result."""
        ...


class InProcess:
    """Performs each job at once, here; for tests and short scripts. Nothing limits its time."""

    def submit(self, job: Job[R]) -> "Future[R]":
        """Perform the job and give its finished future."""
        future: Future[R] = Future()
        future.set_result(job.perform())
        return future


@dataclass(frozen=True)
class _OfAKernel:
    cell: str
    kernel: str

    @property
    def needs(self) -> str:
        """The cell's machine."""
        return self.cell

    def of_a_known_good_kernel(self) -> "KnownGood":
        """The same job of the compiler's kernel, or where there is none of the expert's."""
        return KnownGood(self)


@dataclass(frozen=True)
class KnownGood:
    """A job of a kernel, done of one that is known to be good: whether it gets any result."""

    job: _OfAKernel

    def perform(self) -> None:
        """Do it, and forget the result."""
        job = self.job
        assert isinstance(job, Evaluate | View | Profiled | Recorded | Grade)
        cell = load_cell(job.cell)
        replace(job, kernel=kernels.baseline(cell) or kernels.expert(cell)).perform()

    def failed(self, failure: Failure, message: str) -> None:
        """Nothing."""
        return


@dataclass(frozen=True)
class Evaluate(_OfAKernel):
    """One kernel on the public inputs of its cell."""

    def perform(self) -> Evaluation:
        """See `evaluation.evaluate`."""
        return evaluation.evaluate(load_cell(self.cell), self.kernel)

    def failed(self, failure: Failure, message: str) -> Evaluation:
        """An evaluation without numbers."""
        return Evaluation(failure, message)


@dataclass(frozen=True)
class View(_OfAKernel):
    """The first `count` rows of a kernel's output on the public inputs."""

    count: int

    def perform(self) -> Rows:
        """See `evaluation.view`."""
        return evaluation.view(load_cell(self.cell), self.kernel, self.count)

    def failed(self, failure: Failure, message: str) -> Rows:
        """No rows."""
        return Rows(message)


@dataclass(frozen=True)
class Profiled(_OfAKernel):
    """Where a kernel's cycles go on the public inputs."""

    def perform(self) -> Where:
        """See `profiling.profile`."""
        return profiling.profile(load_cell(self.cell), self.kernel)

    def failed(self, failure: Failure, message: str) -> Where:
        """No cycles."""
        return Where(message)


@dataclass(frozen=True)
class Recorded(_OfAKernel):
    """What the machine did over a window of a kernel's cycles, on the public inputs."""

    window: Window = Window()

    def perform(self) -> Recording:
        """See `recording.record`."""
        return recording.record(load_cell(self.cell), self.kernel, self.window)

    def failed(self, failure: Failure, message: str) -> Recording:
        """Nothing was recorded."""
        return Recording(message)


@dataclass(frozen=True)
class ExamineTask:
    """What the tolerance of a cell would let pass."""

    cell: str

    def perform(self) -> Soundness:
        """See `soundness.examine_task`."""
        return examine_task(load_cell(self.cell))

    def failed(self, failure: Failure, message: str) -> Soundness:
        """Nothing but the reason."""
        return Soundness(self.cell, lockfile.taus(load_cell(self.cell)), message=message)


@dataclass(frozen=True)
class Grade(_OfAKernel):
    """The verdict on a kernel; see `verification.grade`."""

    rules: Rules
    seed: int
    second_run: bool = True

    def perform(self) -> Verdict:
        """Grade it."""
        return verification.grade(
            load_cell(self.cell),
            self.kernel,
            self.rules,
            seed=self.seed,
            second_run=self.second_run,
        )

    def failed(self, failure: Failure, message: str) -> Verdict:
        """A verdict without numbers."""
        cell = load_cell(self.cell)
        return verification.refusal(cell, self.kernel, self.rules, self.seed, failure, message)
