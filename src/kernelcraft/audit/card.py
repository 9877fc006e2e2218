"""Runs all four parts of the report card."""

from collections.abc import Sequence
from typing import Final

from kernelcraft.audit.grader_mutants import changes_of, try_grader_mutants
from kernelcraft.audit.kernel_mutants import try_kernel_mutants
from kernelcraft.audit.records import ReportCard
from kernelcraft.audit.suspects import try_cheats, try_oddities
from kernelcraft.audit.trial import Say
from kernelcraft.cells import platforms
from kernelcraft.grading.workers import Workers

WALL_SECONDS: Final = 400.0
"""For one job; the longest is all mutants of one kernel."""


def report_card(workers: int, say: Say, chosen: Sequence[str] = ()) -> ReportCard:
    """Examine the grader; `say` hears what is being done.

    On the platforms that are chosen with the changes that come with them only, on all with those
    of the shared grader too.
    """
    names = chosen or platforms.names()
    with Workers(workers, wall_seconds=WALL_SECONDS) as pool:
        cheats, odd = try_cheats(pool, names, say), try_oddities(pool, names, say)
        mutants = try_kernel_mutants(pool, names, say)
    tried = changes_of(chosen)
    grader = try_grader_mutants(workers, say, tried) if tried else None
    return ReportCard(cheats=cheats, odd=odd, grader=grader, kernels=mutants, chosen=tuple(chosen))
