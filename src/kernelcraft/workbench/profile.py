"""The tool `profile`: where the kernel's cycles go, by unit, reason and source line."""

from kernelcraft.grading.job import Grader, Profiled
from kernelcraft.kernels.cell import Cell
from kernelcraft.workbench.results import NOTHING_WRITTEN, ProfileLine, ProfileResult


def profile(cell: Cell, code: str | None, grader: Grader) -> ProfileResult:
    """Of the current kernel on the public inputs, up to the fault if there is one."""
    if code is None:
        return ProfileResult(success=False, message=NOTHING_WRITTEN)
    found = grader.submit(Profiled(cell.name, code)).result()
    if not found.lines:
        return ProfileResult(success=False, message=f"nothing was executed: {found.message}")
    early = f", stopped early: {found.message}" if found.message else ""
    return ProfileResult(
        success=True,
        message=f"{found.cycles:,} cycles{early}",
        cycles=found.cycles,
        by_unit=dict(found.by_unit),
        by_reason=dict(found.by_reason),
        lines=tuple(
            ProfileLine(
                line=each.line, text=each.text, executions=each.executions, cycles=each.cycles
            )
            for each in found.lines
        ),
    )
