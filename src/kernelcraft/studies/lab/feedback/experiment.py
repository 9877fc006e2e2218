"""The faulty oracle under every choice of feedback: one kind left out, one kind alone, none."""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, Literal, cast

from kernelcraft.agents import Budget
from kernelcraft.cells.cell import load_cell
from kernelcraft.grading.job import Grader, InProcess, Job, R
from kernelcraft.studies.lab.feedback.case import Case
from kernelcraft.studies.lab.feedback.doubt import DEFECTS, Defect, Doubt
from kernelcraft.studies.lab.feedback.oracle import FaultyOracle
from kernelcraft.studies.lab.of_platforms import studies
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.example import worked_example
from kernelcraft.workbench.feedback import KINDS, Feedback

BUDGET: Final = 16
"""Evaluations of an episode; a kernel has up to 42 doubts."""
CELLS: Final = tuple(f"{name}/{cell}" for name, own in studies() for cell in own.feedback)
QUICK: Final = 3
"""Wrong kernels of a kind in a quick run; `EACH` in a whole one."""
ALL, NONE = Feedback(), Feedback.only()
CHOICES: Final[tuple[Feedback, ...]] = (
    ALL,
    *(Feedback.without(kind) for kind in KINDS),
    *(Feedback.only(kind) for kind in KINDS),
    NONE,
)


THREE: Final = "three at once"
Kernel = Defect | Literal["three at once"]
KERNELS: Final[tuple[Kernel, ...]] = (*DEFECTS, THREE)
"""What is wrong with a kernel: one defect, or a mistake that is named, one that has to be looked
for in the output, the manual or the example, and a waste."""


@dataclass(frozen=True)
class Episode:
    """One wrong kernel; evaluations until it was right and until it was mended, if ever."""

    cell: str
    kernel: Kernel
    number: int
    feedback: Feedback
    passed: int | None
    mended: int | None

    @property
    def spent(self) -> int:
        """Evaluations until it was mended; one more than the budget where it never was."""
        return BUDGET + 1 if self.mended is None else self.mended


@dataclass
class Remembering:
    """A grader that does each job once: the oracle often tries what another one tried before."""

    grader: Grader = field(default_factory=InProcess)
    _known: dict[object, Future[object]] = field(default_factory=dict)

    def submit(self, job: Job[R]) -> Future[R]:
        """The future of now or of before."""
        if job not in self._known:
            self._known[job] = cast("Future[object]", self.grader.submit(job))
        return cast("Future[R]", self._known[job])


def episodes(case: Case, grader: Grader, choices: Sequence[Feedback] = CHOICES) -> list[Episode]:
    """Every doubt of a case as the one defect, and threes, under every choice of feedback."""
    return [
        _episode(case, kernel, number, wrong, feedback, grader)
        for kernel in KERNELS
        for number, wrong in enumerate(spoilt(case, kernel))
        for feedback in choices
    ]


def spoilt(case: Case, kernel: Kernel) -> list[frozenset[Doubt]]:
    """The doubts that read wrong, for every kernel of a kind."""
    if kernel != THREE:
        return [frozenset({doubt}) for doubt in case.of(kernel)]
    named = [*case.of("spelling"), *case.of("address")]
    sought = [*case.of("rows"), *case.of("instruction"), *case.of("order")]
    wastes = [*case.of("waste"), *case.of("spread waste")]
    for doubts in (named, sought, wastes):
        random.Random(case.cell).shuffle(doubts)
    threes = zip(named, sought, wastes, strict=False)
    return [frozenset(three) for three in islice(threes, len(case.of("rows")))]


def _episode(
    case: Case,
    kernel: Kernel,
    number: int,
    wrong: frozenset[Doubt],
    feedback: Feedback,
    grader: Grader,
) -> Episode:
    """The order of blind trials is the same for every choice of feedback."""
    cell = load_cell(case.cell)
    work = Workbench(cell, grader=grader, example=worked_example(cell), feedback=feedback)
    seed = zlib.crc32(f"{case.cell} {kernel} {number}".encode())
    FaultyOracle(case, wrong)(work, Budget(evaluations=BUDGET), seed, lambda line: None)
    right = [attempt for attempt in work.attempts if attempt.correct]
    mended = [each for each in right if each.cycles is not None and each.cycles <= case.cycles]
    first, whole = (found[0].number if found else None for found in (right, mended))
    return Episode(case.cell, kernel, number, feedback, first, whole)
