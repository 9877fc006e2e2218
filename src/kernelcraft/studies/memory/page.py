"""The memory table of docs/experience.md, and the same as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kernelcraft.studies.memory.experiment import EVALUATIONS, SEARCHES, TUNER, Kind
from kernelcraft.studies.memory.study import SEARCHED, Level, Line, Results

BEGIN: Final = "<!-- begin memory -->"
END: Final = "<!-- end memory -->"
GOAL: Final = 0.5
WORST: Final = 1.1
FALSE: Final[tuple[Kind, ...]] = ("poisoned", "half poisoned", "one-sided")


def page(before: str, found: Results) -> str:
    """The page with the table of these results between its marks; raises ValueError without."""
    head, begin, rest = before.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"expected {BEGIN} and {END} in the page")
    return f"{head}{BEGIN}\n{text(found)}\n{END}{tail}"


def text(found: Results) -> str:
    """Tables in Markdown, then what holds of the goal."""
    lines = [*_table(found.lines), "", *_levels(found.levels), "", *_goals(found)]
    return "\n".join([*lines, *found.changed])


def _table(lines: Sequence[Line]) -> Iterator[str]:
    yield "| platform | agent | store | 95 % of best | 95 % interval | own result | speedup |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for each in lines:
        spread = each.interval
        interval = "-" if spread is None else f"{spread.low:.1f} to {spread.high:.1f}"
        yield (
            f"| {each.platform} ({each.cells} cells, {each.seeds} seeds) | {each.agent} | "
            f"{each.kind} | {each.close:.1f} | {interval} | {each.own:.1f} | {each.speedup:.3f} |"
        )
    yield ""
    yield (
        "*95 % of best*, *own result*: evaluations, summed over a platform's cells, means over the "
        f"seeds; {EVALUATIONS} a cell at most ({SEARCHED} of {', '.join(SEARCHES)}), and one more "
        "where it never was."
    )


def _levels(levels: Sequence[Level]) -> Iterator[str]:
    kinds = list(dict.fromkeys(each.kind for each in levels))
    yield f"| the tuner's level-1 result after | {' | '.join(kinds)} |"
    yield "| --- |" + " --- |" * len(kinds)
    for platform in dict.fromkeys(each.platform for each in levels):
        cells = [
            "never" if each.evaluations is None else str(each.evaluations)
            for each in levels
            if each.platform == platform
        ]
        yield f"| {platform} | {' | '.join(cells)} |"


def _goals(found: Results) -> Iterator[str]:
    """The two goals, by platform."""
    for platform in dict.fromkeys(each.platform for each in found.levels):
        needed = {each.kind: each.evaluations for each in found.levels if each.platform == platform}
        bare, right = needed.get("none"), needed.get("right")
        if bare and right:
            met = "met" if right <= GOAL * bare else "not met"
            yield (
                f"- {platform}: the level-1 result with {right} evaluations a cell instead of "
                f"{bare}; half: {met}."
            )
    for platform in dict.fromkeys(each.platform for each in found.lines):
        own = {
            each.kind: each.own
            for each in found.lines
            if each.platform == platform and each.agent == TUNER
        }
        if not own.get("none"):
            continue
        share = {kind: each / own["none"] for kind, each in own.items()}
        met = "met" if share["right"] <= GOAL else "not met"
        yield (
            f"- {platform}: every cell's own result with {own['right']:.1f} evaluations instead of "
            f"{own['none']:.1f} ({share['right']:.0%}); half: {met}."
        )
        for kind in FALSE:
            met = "met" if share[kind] <= WORST else "not met"
            yield (
                f"- {platform}: a {kind} store that nobody replayed costs the tuner "
                f"{share[kind] - 1.0:+.0%} evaluations to its own result; at most 10 %: {met}."
            )
