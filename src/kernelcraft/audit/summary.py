"""The report card in a few lines: one for each part, and everything that misses a target."""

from collections.abc import Iterator

from kernelcraft.audit.records import (
    GraderMutants,
    KernelMutants,
    ReportCard,
    Surprise,
    Survivor,
    Trials,
)

ELSEWHERE = "those of no platform are tried without --platform"


def summary(card: ReportCard) -> str:
    """A line for each part, every exception, and the verdict."""
    lines = [
        _line(card.cheats.met, "(a) cheats", trials_line(card.cheats, "refused as they must be")),
        _line(card.odd.met, "(b) honest oddities", trials_line(card.odd, "accepted")),
    ]
    if card.grader is not None:
        line = grader_line(card.grader)
        lines.append(_line(card.grader.met, "(c) mutants of the grader", line))
    if card.chosen:
        lines.append(
            f"     (c) has the changes that come with {', '.join(card.chosen)}; {ELSEWHERE}"
        )
    for part in card.kernels:
        name = f"(d) mutants of {part.platform} kernels"
        lines.append(_line(part.met, name, kernels_line(part)))
    lines += [f"     {each}" for each in exceptions(card)]
    return "\n".join([*lines, "every target is met" if card.met else "not every target is met"])


def exceptions(card: ReportCard) -> Iterator[str]:
    """What stands in the way of a target, one line each."""
    for trials in (card.cheats, card.odd):
        for family in trials.families:
            yield from (f"{family.family}: {_surprise(each)}" for each in family.surprises)
    for mutant in card.grader.mutants if card.grader else ():
        if not mutant.killed_by:
            yield f"no test notices: {mutant.module}: {mutant.what}"
    for part in card.kernels:
        for survivor in part.survivors:
            if survivor.kind == "unexplained":
                yield f"unexplained: {_change(survivor)}"


def trials_line(trials: Trials, answer: str) -> str:
    """How many suspects were answered as they must be."""
    families = f"{len(trials.families)} families"
    few = "" if trials.enough else f"; at least {trials.least} a platform are wanted"
    return f"{trials.as_expected} of {trials.kernels} {answer}, {families}{few}"


def grader_line(part: GraderMutants) -> str:
    """How many changes of the grader were noticed."""
    return part.message or f"{part.killed} of {len(part.mutants)} noticed by the tests"


def kernels_line(part: KernelMutants) -> str:
    """How many mutants of kernels were judged wrong, of all and of those that may differ."""
    rest = part.mutants - part.equivalent
    return (
        f"{part.wrong} of {part.mutants} judged wrong ({_percent(part.wrong, part.mutants)}; "
        f"{_percent(part.wrong, rest)} of those that are not equivalent), "
        f"{part.unexplained} unexplained"
    )


def _change(each: Survivor) -> str:
    where = f"{each.cell} {each.kernel} operation {each.operation}"
    return f"{where}: {each.before} -> {each.after}: {each.evidence}"


def _line(met: bool, name: str, text: str) -> str:
    return f"{'ok  ' if met else 'FAIL'} {name}: {text}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _surprise(each: Surprise) -> str:
    expected = " or ".join(each.expected)
    return f"{each.cell}: {each.kernel}: expected {expected}, found {each.found}: {each.message}"
