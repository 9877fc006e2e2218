"""What changed from one text to the next, line by line, within bounds."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

LONG_TEXT: Final = 5_000
"""Lines above which a line-by-line difference would take too long."""
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


def difference(before: str, after: str) -> Difference:
    """From one text to the other; empty where they are equal."""
    old, new = before.splitlines(), after.splitlines()
    if max(len(old), len(new)) > LONG_TEXT:
        return Difference((), 0, 0, f"not compared: more than {LONG_TEXT:,} lines")
    lines = list(difflib.unified_diff(old, new, lineterm="", n=2))[2:]  # without the two names
    shown = tuple(Line(KINDS[line[0]], line[1:]) for line in islice(lines, MOST_LINES))
    rest = len(lines) - len(shown)
    return Difference(
        lines=shown,
        added=_count(lines, "+"),
        removed=_count(lines, "-"),
        note=f"{rest:,} more lines of the difference are left out" if rest else "",
    )


def _count(lines: Sequence[str], sign: str) -> int:
    return sum(line.startswith(sign) for line in lines)
