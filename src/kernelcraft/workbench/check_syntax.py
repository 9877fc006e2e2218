"""The tool `check_syntax`: assembles the kernel text and lists every fault, or hazards, too."""

from collections.abc import Sequence
from typing import Final

from kernelcraft import kernels
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.program import Program
from kernelcraft.kernels.cell import Cell
from kernelcraft.workbench.results import NOTHING_WRITTEN, SyntaxResult

SHOWN: Final = 50  # hazards


def check_syntax(cell: Cell, code: str | None, *, hazards: bool = False) -> SyntaxResult:
    """Errors and warnings with their lines; with `hazards` what the platform's lint finds, too."""
    if code is None:
        return SyntaxResult(success=False, message=NOTHING_WRITTEN)
    try:
        program = cell.platform.assemble(code)
    except AssemblyError as error:
        count = len(error.faults) + error.more
        return SyntaxResult(
            success=False,
            message=f"{count:,} {'error' if count == 1 else 'errors'}",
            errors=tuple(map(str, error.faults)),
            more=error.more,
        )
    count = len(program.written)
    warnings = tuple(map(str, program.warnings))
    message = f"no errors, {len(warnings)} warnings, {count:,} instructions"
    said, listed = _hazards(cell, program) if hazards else ("", [])
    return SyntaxResult(
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
