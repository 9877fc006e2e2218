"""The tool `check_syntax`: assembles the kernel text and lists every fault, or hazards, too."""

from dataclasses import asdict

from kernelcraft.cells.cell import Cell
from kernelcraft.workbench.results import NOTHING_WRITTEN, SyntaxResult
from kernelcraft.workbench.syntax import syntax


def check_syntax(cell: Cell, code: str | None, *, hazards: bool = False) -> SyntaxResult:
    """Errors and warnings with their lines; with `hazards` what the platform's lint finds, too."""
    if code is None:
        return SyntaxResult(success=False, message=NOTHING_WRITTEN)
    return SyntaxResult(**asdict(syntax(cell, code, hazards=hazards)))
