"""A job of a generator: its kernel is written where it is used, then treated as any kernel is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar, cast

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.protocol import NotInstalled
from kernelcraft.generators import program
from kernelcraft.generators.program import GeneratorFault
from kernelcraft.grading.job import Job
from kernelcraft.grading.workers import OfAKernel
from kernelcraft.records.verdict import Failure

R = TypeVar("R")
INSTALL: Final = "starlark is missing, which generators need: pip install 'kernelcraft[generators]'"


@dataclass(frozen=True)
class Generated(Generic[R]):
    """What `make(cell, kernel)` does, of the kernel that a generator's `text` writes for the cell.

    Where it writes none, the job has failed with the generator's fault.
    """

    cell: str
    text: str
    make: Callable[[str, str], Job[R]]

    @property
    def needs(self) -> str:
        """The cell's machine."""
        return self.cell

    def perform(self) -> R:
        """Write the kernel, then do the job."""
        try:
            kernel = kernel_of(self.cell, self.text)
        except GeneratorFault as fault:
            return self.failed(fault.failure, str(fault))
        return self.make(self.cell, kernel).perform()

    def failed(self, failure: Failure, message: str) -> R:
        """The job's."""
        return self.make(self.cell, self.text).failed(failure, message)

    def of_a_known_good_kernel(self) -> Job[object]:
        """The job's, if it can be done of one; else nothing is done."""
        job = self.make(self.cell, "")
        return (
            job.of_a_known_good_kernel()
            if isinstance(job, OfAKernel)
            else cast(Job[object], _Nothing())
        )


@dataclass(frozen=True)
class _Nothing:
    def perform(self) -> None:
        return

    def failed(self, failure: Failure, message: str) -> None:
        return


def kernel_of(cell: str, text: str) -> str:
    """The kernel that a generator writes; raises GeneratorFault and NotInstalled."""
    try:
        return program.kernel(load_cell(cell), text)
    except ModuleNotFoundError:
        raise NotInstalled(INSTALL) from None
