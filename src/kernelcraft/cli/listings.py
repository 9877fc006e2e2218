"""The listing of `profile --listing`: a text beside what each line took, and why."""

from collections.abc import Sequence
from typing import Final

from kernelcraft.grading.profiling import LineCycles
from kernelcraft.reports.tables import Column, Table, number, share
from kernelcraft.workbench.tools.profile import ProfileResult

SHOWN_REASONS: Final = 3
"""Of a line: those with most cycles; the record has all."""

MOST_INDENTED: Final = 4


def listing(text: str, result: ProfileResult) -> Table:
    """Every line of the text; the cycles of all lines add up to the run's."""
    measured = {each.line: each for each in result.lines}
    rows = [
        _row(line, source, measured.get(line), result.cycles)
        for line, source in enumerate(_lines(text), start=1)
    ]
    bundled = any(each.slots for each in result.lines)
    columns = (
        *(Column(name, right=True) for name in ("line", "times", "cycles")),
        Column("share", right=True, optional=True),
        Column("slots", optional=not bundled),
        Column("text"),
        Column("why"),
    )
    total = ("", "", number(result.cycles), "", "", "all lines", "")
    return Table("Listing", columns, (*rows, total))


def _row(line: int, source: str, found: LineCycles | None, whole: int) -> tuple[str, ...]:
    text = _narrow(source)
    if found is None:
        return (str(line), "", "", "", "", text, "")
    cycles = found.cycles
    return (
        str(line),
        number(found.executions),
        number(cycles),
        share(cycles / whole) if whole else "-",
        " ".join(found.slots),
        text,
        why(found.reasons, found.waits_for) if cycles else "",
    )


def why(reasons: Sequence[tuple[str, int]], waits_for: int | None) -> str:
    """Such as "external memory 120 (line 9), fetch 3": most of it waits for line 9."""
    alone = len(reasons) == 1
    shown = [name if alone else f"{name} {number(n)}" for name, n in reasons[:SHOWN_REASONS]]
    if shown and waits_for is not None:
        shown[0] += f" (line {waits_for})"
    rest = sum(cycles for _, cycles in reasons[SHOWN_REASONS:])
    return ", ".join([*shown, f"others {number(rest)}"] if rest else shown)


def _narrow(source: str) -> str:
    """Without the blanks that make columns in a text, and not indented far."""
    text = source.expandtabs(8)
    indented = len(text) - len(text.lstrip(" "))
    return " " * min(indented, MOST_INDENTED) + " ".join(text.split())


def _lines(text: str) -> list[str]:
    """As assemblers count them: only a line feed ends one."""
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]
