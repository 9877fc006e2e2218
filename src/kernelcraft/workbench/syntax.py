"""Whether a text is a program: what `check_syntax` finds, in a record that is quick to load."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kernelcraft.cells import kernels
from kernelcraft.isa.errors import AssemblyError

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Cell
    from kernelcraft.isa.program import Program

SECONDS: Final = 2.0
SECONDS_A_LINE: Final = 50e-6
"""What reading a text may take."""
SHOWN: Final = 50  # hazards


@dataclass(frozen=True)
class Syntax:
    """The first 50 errors of a text with their lines, of which `more` were left out; its warnings.

    `hazards` are the first of those that a lint found, where they were asked for.
    """

    success: bool
    message: str
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    hazards: tuple[str, ...] = ()
    more: int = 0
    instructions: int = 0

    def details(self) -> list[str]:
        """Errors first."""
        more = [f"... and {self.more} more errors"] if self.more else []
        return [
            *self.errors,
            *more,
            *(f"warning: {text}" for text in self.warnings),
            *(f"hazard: {text}" for text in self.hazards),
        ]

    def __str__(self) -> str:
        return "\n".join([self.message, *self.details()])


def one_error(error: str) -> Syntax:
    """Of what is no text to assemble, and why."""
    return Syntax(success=False, message="1 error", errors=(error,))


def syntax(cell: Cell, code: str, *, hazards: bool = False) -> Syntax:
    """Errors and warnings with their lines; with `hazards` what the platform's lint finds, too."""
    try:
        program = cell.platform.assemble(code)
    except AssemblyError as error:
        count = len(error.faults) + error.more
        return Syntax(
            success=False,
            message=f"{count:,} {'error' if count == 1 else 'errors'}",
            errors=tuple(map(str, error.faults)),
            more=error.more,
        )
    count = len(program.written)
    warnings = tuple(map(str, program.warnings))
    message = f"no errors, {len(warnings)} warnings, {count:,} instructions"
    said, listed = _hazards(cell, program) if hazards else ("", [])
    return Syntax(
        success=True,
        message=f"{message}; {said}" if hazards else message,
        warnings=warnings,
        hazards=tuple(listed),
        instructions=count,
    )


def hazard_count(found: Sequence[kernels.Hazard]) -> str:
    """Such as "2 hazards and 1 doubtful one"."""
    doubtful = sum(each.doubtful for each in found)
    sure = len(found) - doubtful
    said = f"{sure:,} {'hazard' if sure == 1 else 'hazards'}"
    if not doubtful:
        return said
    return f"{said} and {doubtful:,} doubtful {'one' if doubtful == 1 else 'ones'}"


def _hazards(cell: Cell, program: Program) -> tuple[str, list[str]]:
    """What the lint says: how many there are, and the first of them."""
    found = kernels.hazards(cell, program)
    if found is None:
        title = cell.platform.title
        return f"no lint for {title}: a machine that waits for its values has no hazards", []
    listed = [f"{'doubtful: ' if each.doubtful else ''}{each}" for each in found[:SHOWN]]
    if len(found) > SHOWN:
        listed.append(f"... and {len(found) - SHOWN:,} more")
    return hazard_count(found), listed
