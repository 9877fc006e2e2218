"""The tool `profile`: where the kernel's cycles go, and the most that each cause could gain."""

from kernelcraft.cells.cell import Cell
from kernelcraft.grading.job import Grader, Profiled
from kernelcraft.grading.profiling import Where
from kernelcraft.workbench.results import NOTHING_WRITTEN, ProfileResult


def profile(cell: Cell, code: str | None, grader: Grader) -> ProfileResult:
    """Of the current kernel on the public inputs, up to the fault if there is one."""
    if code is None:
        return ProfileResult(success=False, message=NOTHING_WRITTEN)
    return answer(grader.submit(Profiled(cell.name, code)).result(), cell.memory_map.operands)


def answer(found: Where, operands: str = "") -> ProfileResult:
    """What was found, as the tool's answer; `operands` are "resident", "streamed" or neither."""
    if not found.lines:
        return ProfileResult(success=False, message=f"nothing was executed: {found.message}")
    early = f", stopped early: {found.message}" if found.message else ""
    bound = found.bound_cycles
    ratio = found.cycles / bound if bound and not early else None
    kind = f" with {operands} operands" if operands else ""
    distance = "" if ratio is None else f", {ratio:.2f} times the bound of {bound:,}"
    wrong = "this kernel is wrong, so its cycles count for nothing: " if found.wrong else ""
    return ProfileResult(
        success=True,
        message=f"{wrong}{found.cycles:,} cycles{kind}{distance}{early}",
        ended=not found.message,
        correct=not found.message and not found.wrong,
        cycles=found.cycles,
        bound_cycles=bound,
        bound_ratio=ratio,
        by_unit=dict(found.by_unit),
        by_reason=dict(found.by_reason),
        lines=found.lines,
        loops=found.loops,
        what_if=found.what_if,
    )
