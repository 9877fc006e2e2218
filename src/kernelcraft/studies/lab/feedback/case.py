"""A kernel that is known to be right, and what in it could be wrong: the oracle's doubts.

Doubts are found by trying: every edit is run alone, and kept where it shows the one thing that its
kind of defect is to show.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, pairwise
from typing import Final

from pydantic import TypeAdapter

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.platforms import folder
from kernelcraft.grading.job import Grader
from kernelcraft.studies.lab.feedback import reading
from kernelcraft.studies.lab.feedback.doubt import Defect, Doubt, Draft, compatible
from kernelcraft.studies.lab.feedback.edits import (
    Edit,
    Way,
    edits,
    misspelt,
    mnemonic,
    other_instruction,
    other_operand,
    repeated,
    swapped,
)
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.example import worked_example
from kernelcraft.workbench.results import EvaluationResult

SLOWER: Final = 1.05
"""A waste is what makes the kernel take this many times as long, or longer."""
EACH: Final = 6
OF_A_CAUSE: Final = 2
TRIED: Final = 300


@dataclass(frozen=True)
class Case:
    """A cell, the right kernel's lines, cycles and what-if gains, and the doubts about it."""

    cell: str
    lines: tuple[str, ...]
    cycles: int
    gains: Mapping[str, int]
    doubts: tuple[Doubt, ...]

    def of(self, defect: Defect) -> list[Doubt]:
        """The doubts of one kind."""
        return [doubt for doubt in self.doubts if doubt.defect == defect]


@dataclass(frozen=True)
class _Trial:
    """One edit of the right kernel, run alone."""

    case: Case
    work: Workbench
    others: Sequence[Doubt]  # found before
    doubt: Doubt
    draft: Draft
    found: EvaluationResult

    @property
    def named(self) -> bool:
        """Whether an error names one of its lines."""
        lines = reading.lines_named(f"{self.work.check_syntax()}\n{self.found}")
        return not lines.isdisjoint(self.draft.places(self.doubt))

    @property
    def slower(self) -> bool:
        """Whether the kernel is right, but wastes cycles."""
        cycles = self.found.latency_cycles
        return self.found.correct and cycles is not None and cycles >= SLOWER * self.case.cycles


Maker = Callable[[_Trial], Doubt | None]


def case(name: str, grader: Grader, each: int = EACH, seed: int = 0) -> Case:
    """The expert's kernel of a cell with up to `each` doubts of every kind of defect."""
    cell = load_cell(name)
    lines = tuple(kernels.expert(cell).rstrip("\n").split("\n"))
    work = Workbench(cell, grader=grader, example=worked_example(cell))
    work.write_code(Draft(lines).text)
    cycles = work.run_evaluation().latency_cycles
    if cycles is None:
        raise ValueError(f"the expert's kernel of {name} does not run")
    right = Case(name, lines, cycles, reading.gains(str(work.profile())), ())
    rng = random.Random(seed)
    for defect, (way, maker) in MAKERS.items():
        tried = edits(cell.platform.isa, lines, way, rng)[:TRIED]
        found = islice(_doubts(right, work, defect, tried, maker), each)
        right = replace(right, doubts=(*right.doubts, *found))
    return right


def _doubts(
    right: Case, work: Workbench, defect: Defect, tried: Sequence[Edit], maker: Maker
) -> Iterator[Doubt]:
    """The edits that show what the defect is to show and touch no line of another doubt."""
    taken = list(right.doubts)
    for edit in tried:
        lines = right.lines[edit.first : edit.first + edit.count]
        doubt = Doubt(defect, edit.first, lines, edit.lines)
        if not compatible(taken, doubt):
            continue
        draft = Draft(right.lines, frozenset({doubt}))
        work.write_code(draft.text)
        made = maker(_Trial(right, work, taken, doubt, draft, work.run_evaluation()))
        if made is not None:
            taken.append(made)
            yield made


def _spelling(trial: _Trial) -> Doubt | None:
    return trial.doubt if trial.found.failure == "syntax" and trial.named else None


def _address(trial: _Trial) -> Doubt | None:
    return trial.doubt if trial.found.failure == "fault" and trial.named else None


def _rows(trial: _Trial) -> Doubt | None:
    """Wrong in rows that no other doubt is wrong in."""
    if trial.found.failure != "wrong":
        return None
    symptom = reading.symptom(str(trial.found))
    known = {other.symptom for other in trial.others}
    return replace(trial.doubt, symptom=symptom) if symptom and symptom not in known else None


def _waste(trial: _Trial) -> Doubt | None:
    """Slow at a line that the profile lists among the hottest."""
    if not trial.slower:
        return None
    hot = reading.hot_lines(str(trial.work.profile()))
    return trial.doubt if set(hot) & set(trial.draft.places(trial.doubt)) else None


def _spread_waste(trial: _Trial) -> Doubt | None:
    """Slow for a cause that the what-if runs tell, at lines that are not among the hottest."""
    if not trial.slower or _waste(trial) is not None:
        return None
    cause = reading.grown(reading.gains(str(trial.work.profile())), trial.case.gains)
    alike = sum(other.cause == cause for other in trial.others)
    return replace(trial.doubt, cause=cause) if cause and alike < OF_A_CAUSE else None


def _instruction(trial: _Trial) -> Doubt | None:
    """Wrong for an instruction whose purpose is known in words."""
    isa = trial.work.cell.platform.isa
    purpose = purposes(trial.work.cell.platform.name).get(mnemonic(isa, trial.doubt.right[0]) or "")
    if trial.found.failure != "wrong" or purpose is None:
        return None
    return replace(trial.doubt, question=purpose)


def _order(trial: _Trial) -> Doubt | None:
    """Not correct for an order of instructions that the worked example does not have."""
    if trial.found.correct or trial.named:
        return None
    shown = reading.example(trial.work.cell.platform.isa, trial.work.prompt.task)
    right = Draft(trial.case.lines)
    as_shown = [share(trial.work, each, trial.doubt, shown) for each in (right, trial.draft)]
    return trial.doubt if as_shown[0] > as_shown[1] else None


def share(work: Workbench, draft: Draft, doubt: Doubt, shown: Sequence[str]) -> float:
    """The share of neighbours around a doubt's lines that are neighbours in the example, too."""
    places, lines = draft.places(doubt), draft.text.splitlines()
    around = lines[max(0, places.start - 3) : places.stop + 1]
    names = [name for line in around if (name := mnemonic(work.cell.platform.isa, line))]
    pairs, known = list(pairwise(names)), set(pairwise(shown))
    return sum(pair in known for pair in pairs) / max(len(pairs), 1)


@cache
def purposes(platform: str) -> Mapping[str, str]:
    """What instructions are for, in words that are not the manual's."""
    file = folder(platform) / "studies" / "purposes.toml"
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    return TypeAdapter(dict[str, str]).validate_python(found)


MAKERS: Final[Mapping[Defect, tuple[Way, Maker]]] = {
    "instruction": (other_instruction, _instruction),
    "order": (swapped, _order),
    "rows": (other_operand, _rows),
    "waste": (repeated, _waste),
    "spread waste": (repeated, _spread_waste),
    "address": (other_operand, _address),
    "spelling": (misspelt, _spelling),
}
"""How each kind is sought, the rarest first: no two doubts may touch the same line."""
