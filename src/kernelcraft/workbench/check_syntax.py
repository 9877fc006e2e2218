"""The tool `check_syntax`: assembles the kernel text and lists every fault, or hazards, too."""

from typing import Final

from kernelcraft import kernels
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.program import Program
from kernelcraft.kernels.cell import Cell
from kernelcraft.workbench.results import NOTHING_WRITTEN, SyntaxResult

SHOWN: Final = 50  # hazards


def check_syntax(cell: Cell, code: str | None, *, hazards: bool = False) -> SyntaxResult:
    """Errors and warnings with their lines; with `hazards` the platform's lint is among these."""
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
    if hazards:
        said, listed = _hazards(cell, program)
        message, warnings = f"{message}; {said}", (*warnings, *listed)
    return SyntaxResult(success=True, message=message, warnings=warnings, instructions=count)


def _hazards(cell: Cell, program: Program) -> tuple[str, list[str]]:
    """What the lint says: how many there are, and the first of them."""
    found = kernels.hazards(cell, program)
    if found is None:
        title = cell.platform.title
        return f"no lint for {title}: a machine that waits for its values has no hazards", []
    listed = [f"hazard: {each}" for each in found[:SHOWN]]
    if len(found) > SHOWN:
        listed.append(f"... and {len(found) - SHOWN:,} more hazards")
    return f"{len(found):,} {'hazard' if len(found) == 1 else 'hazards'}", listed
