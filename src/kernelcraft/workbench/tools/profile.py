"""The tool `profile`: where the kernel's cycles go, and the most that each cause could gain."""

from collections.abc import Collection, Mapping
from typing import Self

from kernelcraft.cells.cell import Cell
from kernelcraft.experience.evidence import Place
from kernelcraft.grading.job import Grader, Profiled
from kernelcraft.grading.profiling import LineCycles, LoopCycles, WhatIf, Where
from kernelcraft.sim.explanation import Stretch
from kernelcraft.sim.timeline import Lane
from kernelcraft.workbench.bench import Bench
from kernelcraft.workbench.cycle_lines import cycle_lines, headed, hottest
from kernelcraft.workbench.offered import Offer
from kernelcraft.workbench.remembered import OF_A_PROFILE, lessons
from kernelcraft.workbench.results import NOTHING_WRITTEN, Kind, Result

TOOL = Offer(
    place=7,
    prompt="""\
- profile(): where the cycles go, by loop, unit and source line, and by how much the kernel would be
  faster if one cause (memory transfers, matrix work, ...) took no time: work on the largest first.
""",
)
BRIEF_LINES = 40


class ProfileResult(Result):
    """Of `profile`: where the cycles went; `lines` holds every executed line in source order.

    `ended` says that the kernel ran to its end, `correct` that its output passed, too; if it did
    not end, `what_if` is empty. The text shows what matters most.
    """

    ended: bool = False
    correct: bool = False
    cycles: int = 0
    bound_cycles: int | None = None
    bound_ratio: float | None = None
    by_unit: Mapping[str, int] = {}
    by_reason: Mapping[str, int] = {}
    lines: tuple[LineCycles, ...] = ()
    loops: tuple[LoopCycles, ...] = ()
    what_if: tuple[WhatIf, ...] = ()
    busy: str = ""
    beyond: Mapping[str, int] = {}
    stretches: tuple[Stretch, ...] = ()
    timeline: tuple[Lane, ...] = ()
    experience: tuple[str, ...] = ()

    def hottest(self, count: int = 10) -> list[LineCycles]:
        """The lines that took the most cycles, most first."""
        return hottest(self.lines, count)

    def brief(self) -> Self:
        """With the hottest lines and loops only."""
        lines = sorted(self.hottest(BRIEF_LINES), key=lambda line: line.line)
        longest = sorted(self.stretches, key=lambda stretch: -stretch.cycles)[:BRIEF_LINES]
        kept = {
            "lines": tuple(lines),
            "loops": self.loops[:BRIEF_LINES],
            "stretches": tuple(each for each in self.stretches if each in longest),
        }
        return self.model_copy(update=kept)

    def details(self) -> list[str]:
        """What could be gained, loops, units, reasons and the hottest lines; lessons, if given."""
        return [*cycle_lines(self), *headed("what paid on kernels like this one:", self.experience)]

    def changes(self, kinds: Collection[Kind]) -> dict[str, object]:
        """The two kinds that it consists of, and why a run stopped."""
        changes: dict[str, object] = {}
        if "what-if" not in kinds:
            changes["what_if"] = ()
        if "profile" not in kinds:
            changes |= {"by_unit": {}, "by_reason": {}, "lines": (), "loops": ()}
            changes |= {"busy": "", "beyond": {}, "stretches": (), "timeline": ()}
        if "errors" not in kinds and not self.ended:
            changes["message"] = "the kernel does not run to its end"
        return changes


def profile(bench: Bench) -> ProfileResult:
    """Where the kernel's cycles go, and the most that removing each cause could gain."""
    if bench.code is None:
        found = ProfileResult(success=False, message=NOTHING_WRITTEN)
    else:
        where = bench.submit(Profiled, bench.code).result()
        found = answer(where, bench.shown.memory_map.operands)
        if bench.experience is not None and found.ended:
            here = Place.of(bench.cell, where)
            known = lessons(bench.experience, here, OF_A_PROFILE)
            found = found.model_copy(update={"experience": tuple(known)})
    return bench.feedback.shown(found)


def profiled(cell: Cell, code: str, grader: Grader) -> ProfileResult:
    """Of a kernel on the public inputs, up to the fault if there is one."""
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
        busy=found.busy,
        beyond=dict(found.beyond),
        stretches=found.stretches,
        timeline=found.timeline,
    )
