"""What an agent wrote, read for it: searches and checks as quick jobs in a killable worker."""

import contextlib
from dataclasses import dataclass
from typing import Final

from kernelcraft.cells.cell import load_cell
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.ranking import ranking
from kernelcraft.records.verdict import Failure
from kernelcraft.workbench import check_syntax, get_instruction_size, grep_docs
from kernelcraft.workbench.results import DocsResult, SizeResult, SyntaxResult
from kernelcraft.workbench.syntax import SECONDS, SECONDS_A_LINE

STOPPED: Final = "it was stopped: it would take more time or memory than {what} is given"
ENDED: Final = "line 0 (no line can be named): KernelCraft cannot read this {what}"


def _why(failure: Failure, what: str) -> str:
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
class Search:
    """A query to the manual of a cell's platform."""

    cell: str
    query: str
    ranked: bool = False

    @property
    def wall_seconds(self) -> float:
        """However long the query is."""
        return SECONDS

    @property
    def preparation(self) -> Prepare:
        """See `Prepare`."""
        return Prepare(self.cell)

    def perform(self) -> DocsResult:
        """See `grep_docs`."""
        return grep_docs.grep_docs(load_cell(self.cell), self.query, ranked=self.ranked)

    def failed(self, failure: Failure, message: str) -> DocsResult:
        """Nothing but the reason."""
        why = _why(failure, "search")
        hint = "; ask in plain words" if failure == "limit" else ""
        return DocsResult(success=False, query=self.query, message=f"{why}{hint}")


@dataclass(frozen=True)
class _Text:
    cell: str
    code: str

    @property
    def wall_seconds(self) -> float:
        """More for longer texts."""
        return SECONDS + SECONDS_A_LINE * self.code.count("\n")

    @property
    def preparation(self) -> Prepare:
        """See `Prepare`."""
        return Prepare(self.cell)


@dataclass(frozen=True)
class Check(_Text):
    """Whether a text assembles; with `hazards` what the lint says of it, too."""

    hazards: bool = False

    def perform(self) -> SyntaxResult:
        """See `check_syntax`."""
        return check_syntax.check_syntax(load_cell(self.cell), self.code, hazards=self.hazards)

    def failed(self, failure: Failure, message: str) -> SyntaxResult:
        """One error: the reason."""
        return SyntaxResult(success=False, message="1 error", errors=(_why(failure, "text"),))


@dataclass(frozen=True)
class Size(_Text):
    """How many instructions a text has."""

    def perform(self) -> SizeResult:
        """See `get_instruction_size`."""
        return get_instruction_size.get_instruction_size(load_cell(self.cell), self.code)

    def failed(self, failure: Failure, message: str) -> SizeResult:
        """Nothing but the reason."""
        return SizeResult(success=False, message=_why(failure, "text"))
