"""The tool `check_syntax`: assembles the kernel text and lists every fault."""

from kernelcraft.isa.errors import AssemblyError
from kernelcraft.kernels.cell import Cell
from kernelcraft.workbench.results import NOTHING_WRITTEN, SyntaxResult


def check_syntax(cell: Cell, code: str | None) -> SyntaxResult:
    """Errors and warnings with their lines."""
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
    return SyntaxResult(
        success=True,
        message=f"no errors, {len(warnings)} warnings, {count:,} instructions",
        warnings=warnings,
        instructions=count,
    )
