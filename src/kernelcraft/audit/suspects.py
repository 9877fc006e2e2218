"""Parts (a) and (b): every suspect of every platform before the grader, in worker processes."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final

from kernelcraft.audit.records import FamilyScore, Surprise, Trials
from kernelcraft.audit.trial import KNOWN, Say, Trial, odd_kernels, red_team
from kernelcraft.cells.suspects import Family, Suspect
from kernelcraft.grading.job import Grader
from kernelcraft.grading.rules import RULES
from kernelcraft.records.verdict import Rules, Verdict

HONEST: Final = tuple(rules for rules, by in RULES.items() if by.honest)
CHEATS, ODDITIES = 40, 20
"""At least this many a platform."""


@dataclass(frozen=True)
class _Pending:
    suspect: Suspect
    graded: Mapping[Rules, Future[Verdict]]


def try_cheats(pool: Grader, names: Sequence[str], say: Say) -> Trials:
    """Part (a)."""
    return _trials(pool, names, red_team, CHEATS, "cheats", say)


def try_oddities(pool: Grader, names: Sequence[str], say: Say) -> Trials:
    """Part (b)."""
    return _trials(pool, names, odd_kernels, ODDITIES, "honest oddities", say)


def _trials(
    pool: Grader,
    names: Sequence[str],
    families: Callable[[str], Sequence[Family]],
    least: int,
    what: str,
    say: Say,
) -> Trials:
    """Ask for everything, then wait for it in order."""
    asked = [
        (platform, family, [_ask(pool, suspect) for suspect in family.write(KNOWN)])
        for platform in names
        for family in families(platform)
    ]
    say(f"{what}: {sum(len(pending) for _, _, pending in asked)} kernels")
    scores = (_score(platform, family, pending) for platform, family, pending in asked if pending)
    return Trials(least=least, families=tuple(scores))


def _ask(pool: Grader, suspect: Suspect) -> _Pending:
    asked = {rules: pool.submit(Trial(suspect.cell, suspect.text, rules)) for rules in RULES}
    return _Pending(suspect, asked)


def _score(platform: str, family: Family, pending: Sequence[_Pending]) -> FamilyScore:
    """A suspect is answered as expected if all honest rules say so."""
    surprises = []
    for each in pending:
        verdicts = (each.graded[rules].result() for rules in HONEST)
        found = (surprise(each.suspect, verdict) for verdict in verdicts)
        surprises += [first for first in found if first][:1]
    return FamilyScore(
        platform=platform,
        family=family.name,
        title=family.title,
        kernels=len(pending),
        as_expected=len(pending) - len(surprises),
        paper=sum(each.graded["paper"].result().correct for each in pending),
        surprises=tuple(surprises),
    )


def surprise(suspect: Suspect, verdict: Verdict) -> Surprise | None:
    """None if the verdict is one of the suspect's answers.

    A cheat that is refused for another reason is a surprise too: a syntax error catches no cheat.
    """
    found = verdict.failure or "right"
    if found in suspect.answers:
        return None
    return Surprise(
        cell=suspect.cell,
        kernel=suspect.name,
        expected=suspect.answers,
        found=found if verdict.rules == "strict" else f"{found} ({verdict.rules})",
        message=verdict.message,
    )
