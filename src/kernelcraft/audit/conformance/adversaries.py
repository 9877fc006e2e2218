"""Row 12: cheats are refused, honest kernels that look wrong are not."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from kernelcraft.audit import suspects
from kernelcraft.audit.conformance.check import Check, Found, Subject, missing, not_tried, ok, wrong
from kernelcraft.audit.trial import KNOWN, Trial, odd_kernels, red_team
from kernelcraft.cells.suspects import Family, Suspect

FEW: Final = 12  # cheats, and oddities, at least one of each family; unless all are tried


def find(subject: Subject) -> Found:
    """Those that the platform has, and those that follow from its baselines."""
    if not subject.right or len(subject.right) < len(subject.refused):
        return not_tried("there are no right baselines to make suspects from")
    cheats = list(_drawn(red_team(subject.name), subject))
    odd = list(_drawn(odd_kernels(subject.name), subject))
    faults = [fault for each in (*cheats, *odd) for fault in _surprises(each)]
    if faults:
        return wrong(faults)
    tried = f"{len(cheats)} cheats refused, {len(odd)} honest oddities accepted"
    if not subject.everything:
        return ok(f"{tried}, a few of each family that has one")
    if len(cheats) < suspects.CHEATS or len(odd) < suspects.ODDITIES:
        return missing(f"{tried}; the report card asks {suspects.CHEATS} and {suspects.ODDITIES}")
    return ok(tried)


def _drawn(families: Sequence[Family], subject: Subject) -> Iterator[Suspect]:
    each = None if subject.everything else -(-FEW // max(len(families), 1))
    for family in families:
        yield from islice(family.write(KNOWN), each)


def _surprises(suspect: Suspect) -> Iterator[str]:
    found = suspects.surprise(suspect, Trial(suspect.cell, suspect.text).perform())
    if found is not None:
        yield f"{found.cell}: {found.kernel}: {found.found}, not {' or '.join(found.expected)}"


CHECK = Check(
    name="adversaries",
    brings="a report card: what the grader lets through, and whom it wrongs",
    command="kernelcraft report-card --platform NAME",
    page="conformance.md#adversaries",
    find=find,
)
