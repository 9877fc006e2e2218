"""Asks every file of `checks` whether it refuses a program whose output is right."""

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from kernelcraft.cells.cell import Cell
from kernelcraft.grading import checks
from kernelcraft.grading.examination import Examination
from kernelcraft.grading.input_set import InputSet
from kernelcraft.isa.program import Program
from kernelcraft.records.verdict import Failure
from kernelcraft.sim.run import Limits

Stage = Literal["of_run", "of_grading"]


@dataclass(frozen=True)
class Seen:
    """A program that ended on an input set, the first of a strict grading or the public one."""

    cell: Cell
    program: Program
    given: InputSet
    limits: Limits
    found: Examination


@dataclass(frozen=True)
class Graded:
    """A program that ended on every input set of a grading, in their order."""

    cell: Cell
    program: Program
    found: Sequence[Examination]


@dataclass(frozen=True)
class Refusal:
    """Why a kernel does not count."""

    failure: Failure
    message: str


def checked(seen: Seen) -> Examination:
    """What was found, refused if a check of runs refuses it."""
    refusal = None if seen.found.failure is not None else _first("of_run", seen)
    if refusal is None:
        return seen.found
    return replace(seen.found, failure=refusal.failure, message=refusal.message)


def grading_refused(graded: Graded) -> Refusal | None:
    """What the first check of gradings says that refuses it."""
    return _first("of_grading", graded)


def _first(stage: Stage, what: Seen | Graded) -> Refusal | None:
    refusals = (check(what) for check in _checks(stage))
    return next((refusal for refusal in refusals if refusal is not None), None)


@cache
def _checks(stage: Stage) -> tuple[Callable[[Seen | Graded], Refusal | None], ...]:
    """In alphabetical order of their files."""
    found = []
    for file in pkgutil.iter_modules(checks.__path__):
        module = importlib.import_module(f"{checks.__name__}.{file.name}")
        if not hasattr(module, "of_run") and not hasattr(module, "of_grading"):
            raise ValueError(f"{module.__file__}: a check defines of_run or of_grading")
        found += [getattr(module, stage)] if hasattr(module, stage) else []
    return tuple(found)
