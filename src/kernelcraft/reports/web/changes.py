"""What changed from one text to the next, line by line, within bounds."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

from kernelcraft.records.difference import difference as unified

MOST_LINES: Final = 400

Change = Literal["added", "removed", "same", "place", "words"]
KINDS: Final[dict[str, Change]] = {"+": "added", "-": "removed", " ": "same", "@": "place"}


@dataclass(frozen=True)
class Line:
    """One line of a difference; "place" says which lines come next, and "words" what changed
    where no lines are shown."""

    kind: Change
    text: str


@dataclass(frozen=True)
class Difference:
    """The lines that changed, with two unchanged ones around; note: what is not shown, and why."""

    lines: tuple[Line, ...]
    added: int
    removed: int
    note: str = ""


def difference(before: str, after: str, most: int = MOST_LINES) -> Difference:
    """From one text to the other, at most `most` lines of it; empty where they are equal."""
    old, new = before.splitlines(), after.splitlines()
    lines = list(unified(old, new, around=2))
    shown = tuple(Line(KINDS[line[0]], line[1:]) for line in islice(lines, most))
    rest = len(lines) - len(shown)
    return Difference(
        lines=shown,
        added=_count(lines, "+"),
        removed=_count(lines, "-"),
        note=f"{rest:,} more lines of the difference are left out" if rest else "",
    )


def _count(lines: Sequence[str], sign: str) -> int:
    return sum(line.startswith(sign) for line in lines)
