"""The tables that `profile` shows, what helps most first."""

from collections.abc import Iterator, Mapping

from kernelcraft.grading.profiling import LineCycles
from kernelcraft.reports.tables import Column, Table, number, ratio
from kernelcraft.workbench.cycle_lines import drawn, longest, unseen
from kernelcraft.workbench.tools.profile import ProfileResult

SHOWN_LOOPS, SHOWN_LINES, SHOWN_STRETCHES = 10, 20, 20
CYCLES, SHARE = Column("cycles", right=True), Column("share", right=True)


def tables(result: ProfileResult) -> Iterator[Table]:
    """Those that have something to show."""
    found = (
        _what_if(result),
        _timeline(result),
        _stretches(result),
        _loops(result),
        _lines(result),
        _counts("Units", "unit", result.by_unit, result.cycles),
        _reasons(result),
    )
    return (table for table in found if table.rows)


def _what_if(result: ProfileResult) -> Table:
    left, gain = Column("cycles left", right=True), Column("gain at most", right=True)
    rows = tuple(
        (
            each.cause,
            number(each.cycles),
            number(each.gain),
            _share(each.gain, result.cycles),
            ratio(each.speedup),
        )
        for each in result.what_if
    )
    columns = (Column("cause"), left, gain, SHARE, Column("speedup", right=True))
    return Table("If one cause took no time", columns, rows)


def _timeline(result: ProfileResult) -> Table:
    rows = tuple(
        (
            lane.who,
            lane.what,
            number(lane.cycles),
            number(lane.moved) if lane.moved else "-",
            drawn(lane),
        )
        for lane in result.timeline
    )
    moved = Column("bytes", right=True, optional=True)
    columns = (Column("who"), Column("does"), CYCLES, moved, Column("from the start to the end"))
    return Table("Over time", columns, rows)


def _stretches(result: ProfileResult) -> Table:
    rows = tuple(
        (
            each.phase,
            each.cause,
            "-" if each.line is None else str(each.line),
            "-" if each.waits_for is None else str(each.waits_for),
            number(each.cycles),
            _share(each.cycles, result.cycles),
        )
        for each in longest(result.stretches, SHOWN_STRETCHES)
    )
    lines = (Column("line", right=True), Column("waits for line", right=True))
    columns = (Column("phase"), Column("cause"), *lines, CYCLES, SHARE)
    return Table(f"Why {result.busy} does not work{unseen(result)}", columns, rows)


def _reasons(result: ProfileResult) -> Table:
    names = dict.fromkeys((*result.by_reason, *result.beyond))
    beyond = result.beyond
    rows = tuple(
        (
            reason,
            number(cycles := result.by_reason.get(reason, 0)),
            _share(cycles, result.cycles),
            *((number(beyond.get(reason, 0)),) if beyond else ()),
        )
        for reason in names
    )
    more = (Column("beyond the bound", right=True),) if beyond else ()
    title = f"Reasons (busy: {result.busy} works)" if result.busy else "Reasons"
    return Table(title, (Column("reason"), CYCLES, SHARE, *more), rows)


def _loops(result: ProfileResult) -> Table:
    rows = tuple(
        (
            f"{loop.first}-{loop.last}",
            number(loop.iterations),
            number(loop.cycles),
            _share(loop.cycles, result.cycles),
            number(loop.own),
        )
        for loop in result.loops[:SHOWN_LOOPS]
    )
    iterations, own = Column("iterations", right=True), Column("not in inner loops", right=True)
    return Table("Loops", (Column("lines", right=True), iterations, CYCLES, SHARE, own), rows)


def _lines(result: ProfileResult) -> Table:
    rows = tuple(
        (
            str(line.line),
            number(line.executions),
            number(line.cycles),
            _share(line.cycles, result.cycles),
            _reason(line) if line.cycles else "-",
            line.text,
        )
        for line in result.hottest(SHOWN_LINES)
    )
    line, times = Column("line", right=True), Column("times", right=True)
    share = Column("share", right=True, optional=True)
    what = (Column("waits for"), Column("instruction"))
    return Table("Lines", (line, times, CYCLES, share, *what), rows)


def _reason(line: LineCycles) -> str:
    """Such as "drain: line 9", which is the line that is waited for."""
    return line.reason if line.waits_for is None else f"{line.reason}: line {line.waits_for}"


def _counts(title: str, head: str, found: Mapping[str, int], whole: int) -> Table:
    rows = tuple((name, number(cycles), _share(cycles, whole)) for name, cycles in found.items())
    return Table(title, (Column(head), CYCLES, SHARE), rows)


def _share(cycles: int, whole: int) -> str:
    return f"{cycles / whole:.1%}" if whole else "-"
