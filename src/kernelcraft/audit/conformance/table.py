"""The table of checks, in the order in which a platform wins them; a new one is a row here."""

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kernelcraft.audit.conformance import (
    adversaries,
    baselines,
    bounds,
    cells,
    fuzz,
    instructions,
    locks,
    lowering,
    manual,
    moves,
    native,
    tensors,
)
from kernelcraft.audit.conformance.check import Check, Found, Subject, not_tried, wrong
from kernelcraft.audit.conformance.records import Conformance, Row
from kernelcraft.cells import platforms
from kernelcraft.packages import BrokenPackage

CHECKS: Final = (
    instructions.CHECK,
    native.CHECK,
    fuzz.CHECK,
    manual.CHECK,
    tensors.CHECK,
    cells.CHECK,
    lowering.CHECK,
    baselines.CHECK,
    bounds.CHECK,
    moves.CHECK,
    locks.CHECK,
    adversaries.CHECK,
)
Hear = Callable[[Row], None]


def conformance(name: str, *, everything: bool, hear: Hear) -> Conformance:
    """Try every check of a platform; `hear` is told each row as soon as it is known.

    A package that cannot be imported is wrong in the first row, and nothing else is tried.
    """
    subject = Subject(name, everything)
    rows: list[Row] = []
    for check in CHECKS:
        found = _tried(check, subject) if not rows or _imports(subject) else _UNTRIED
        rows.append(_row(check, name, found))
        hear(rows[-1])
    told = subject.platform if _imports(subject) else None
    return Conformance(
        platform=name,
        title=told.title if told else name,
        version=told.version if told else "",
        fidelity=told.fidelity if told else "",
        everything=everything,
        rows=tuple(rows),
    )


_UNTRIED: Final = not_tried("the package cannot be imported")


def _tried(check: Check, subject: Subject) -> Found:
    """What the check finds; whatever the package's code raises is what is wrong with it."""
    try:
        return check.find(subject)
    except Exception as error:  # code of others raises anything
        return wrong([f"{type(error).__name__}: {_first_line(error)}{_place(error, subject)}"])


def _imports(subject: Subject) -> bool:
    try:
        return bool(subject.platform)
    except BrokenPackage:
        return False


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), "")


def _place(error: Exception, subject: Subject) -> str:
    """The last line of the platform's own package that the error went through."""
    folder = platforms.folder(subject.name)
    frames = traceback.extract_tb(error.__traceback__)
    own = [each for each in frames if folder in Path(each.filename).parents]
    if not own:
        return ""
    return f" ({Path(own[-1].filename).relative_to(folder)}, line {own[-1].lineno})"


def _row(check: Check, name: str, found: Found) -> Row:
    return Row(
        name=check.name,
        state=found.state,
        found=found.text,
        brings=check.brings,
        command=check.command.replace("NAME", name),
        page=check.page,
    )
