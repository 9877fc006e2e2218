"""What an agent wrote, read for it: searches and checks as quick jobs in a killable worker."""

import contextlib
from dataclasses import dataclass
from typing import Final

from kernelcraft.cells.cell import load_cell
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.ranking import ranking
from kernelcraft.records.verdict import Failure
from kernelcraft.workbench.syntax import SECONDS, SECONDS_A_LINE

STOPPED: Final = "it was stopped: it would take more time or memory than {what} is given"
ENDED: Final = "line 0 (no line can be named): KernelCraft cannot read this {what}"


def why(failure: Failure, what: str) -> str:
    """The sentence about a job that did not end."""
    return (STOPPED if failure == "limit" else ENDED).format(what=what)


@dataclass(frozen=True)
class Prepare:
    """Loads what every job about a cell needs."""

    cell: str

    def perform(self) -> None:
        """The platform with its manual, the index of that, and the assembler."""
        platform = load_cell(self.cell).platform
        ranking(platform.manual())
        with contextlib.suppress(AssemblyError):
            platform.assemble("")


@dataclass(frozen=True)
class Reading:
    """Of a cell and of a text: a kernel's, or a query's."""

    cell: str
    text: str

    @property
    def wall_seconds(self) -> float:
        """More for longer texts."""
        return SECONDS + SECONDS_A_LINE * self.text.count("\n")

    @property
    def preparation(self) -> Prepare:
        """See `Prepare`."""
        return Prepare(self.cell)
