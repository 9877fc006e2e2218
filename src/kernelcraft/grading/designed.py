"""What another process has to be told of a machine with proposed instructions, with the job."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from kernelcraft.cells import designs
from kernelcraft.records.verdict import Failure

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Cell
    from kernelcraft.grading.job import Job

R = TypeVar("R")


@dataclass(frozen=True)
class Proposed:
    """The `text` of proposals for the platform `base`."""

    base: str
    text: str

    @classmethod
    def of(cls, cell: Cell) -> Proposed | None:
        """Those of the cell's machine that only this process knows; None without such."""
        design = designs.parsed(cell.platform.name)
        if design is None or design.extension in designs.texts(design.base):
            return None
        return cls(design.base, designs.text_of(design))

    def learn(self) -> None:
        """Let this process know them under their name."""
        designs.register(self.base, self.text)


@dataclass(frozen=True)
class Designed(Generic[R]):
    """The `job`, once the proposals are known; a worker can get the `usual` cell ready for it."""

    proposed: Proposed
    usual: str
    job: Job[R]

    @property
    def needs(self) -> str:
        """The cell's machine without proposals."""
        return self.usual

    def perform(self) -> R:
        """Learn of the machine, then do the job."""
        self.proposed.learn()
        return self.job.perform()

    def failed(self, failure: Failure, message: str) -> R:
        """The job's."""
        self.proposed.learn()
        return self.job.failed(failure, message)
