"""A kernel's assembly beside its profile: for each line its cycles, and how hot it is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

MOST_LINES: Final = 800
"""Lines of a kernel that a page shows; of longer ones the hottest and their neighbours."""
AROUND: Final = 2
LEVELS: Final = 9
"""Shades of heat above none."""


class LineCycles(Protocol):
    """What a profile says of one source line, counted from 1."""

    @property
    def line(self) -> int: ...
    @property
    def executions(self) -> int: ...
    @property
    def cycles(self) -> int: ...


@dataclass(frozen=True)
class Row:
    """A line of the listing; executions is None where there is no profile, share is of all cycles.

    gap: how many lines are left out in front of it, with how many cycles.
    """

    line: int
    text: str
    executions: int | None
    cycles: int
    share: float
    heat: int
    gap: int = 0
    gap_cycles: int = 0


def listing(text: str, lines: Sequence[LineCycles], most: int = MOST_LINES) -> tuple[Row, ...]:
    """The rows of a kernel; `lines` is empty where nothing was profiled.

    The hottest line has heat `LEVELS`, and the others in proportion.
    """
    source = source_lines(text)
    measured = {each.line: each for each in lines}
    hottest = max((each.cycles for each in lines), default=0)
    total = sum(each.cycles for each in lines)
    rows, before = [], 0
    for number in _chosen(len(source), measured, most):
        found = measured.get(number)
        cycles = found.cycles if found else 0
        between = range(before + 1, number)
        rows.append(
            Row(
                line=number,
                text=source[number - 1],
                executions=(found.executions if found else 0) if lines else None,
                cycles=cycles,
                share=cycles / total if total else 0.0,
                heat=-(-cycles * LEVELS // hottest) if hottest else 0,
                gap=len(between),
                gap_cycles=sum(measured[line].cycles for line in between if line in measured),
            )
        )
        before = number
    return tuple(rows)


def source_lines(text: str) -> list[str]:
    """The lines as the assemblers count them: only a line feed ends one."""
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


def left_out(text: str, rows: Sequence[Row]) -> int:
    """How many lines of the kernel the rows do not show."""
    return len(source_lines(text)) - len(rows)


def _chosen(count: int, measured: Mapping[int, LineCycles], most: int) -> Sequence[int]:
    """Line numbers in order: all, or the hottest with those around them, else the first."""
    if count <= most:
        return range(1, count + 1)
    if not measured:
        return range(1, most + 1)
    kept: set[int] = set()
    for line in sorted(measured, key=lambda each: (-measured[each].cycles, each)):
        if len(kept) >= most:
            break
        kept.update(_around(line, count))
    return sorted(kept)


def _around(line: int, count: int) -> Iterator[int]:
    return iter(range(max(1, line - AROUND), min(count, line + AROUND) + 1))
