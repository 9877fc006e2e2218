"""Runs all four parts of the report card."""

from typing import Final

from kernelcraft.audit.grader_mutants import try_grader_mutants
from kernelcraft.audit.kernel_mutants import try_kernel_mutants
from kernelcraft.audit.records import ReportCard
from kernelcraft.audit.suspects import try_cheats, try_oddities
from kernelcraft.audit.trial import Say
from kernelcraft.grading.workers import Workers

WALL_SECONDS: Final = 400.0
"""For one job; the longest is all mutants of one kernel."""


def report_card(workers: int, say: Say) -> ReportCard:
    """Examine the grader on every platform; `say` hears what is being done."""
    with Workers(workers, wall_seconds=WALL_SECONDS) as pool:
        cheats, odd = try_cheats(pool, say), try_oddities(pool, say)
        mutants = try_kernel_mutants(pool, say)
    grader = try_grader_mutants(workers, say)
    return ReportCard(cheats=cheats, odd=odd, grader=grader, kernels=mutants)
