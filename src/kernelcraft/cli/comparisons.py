"""The tables of `profile --compare`: two kernels side by side, causes first, then lines."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from kernelcraft.grading.side_by_side import Match, Pair, pairs
from kernelcraft.reports.tables import Column, Table, number
from kernelcraft.workbench.tools.profile import ProfileResult

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Cell

SHOWN_PAIRS: Final = 40
"""Of the pairs whose cycles differ; all with --listing."""
SIGNS: Final[Mapping[Match, str]] = {
    "same": "=",
    "changed": "~",
    "before only": "-",
    "after only": "+",
}


def compared(
    cell: "Cell", before: tuple[str, ProfileResult], after: tuple[str, ProfileResult]
) -> tuple[Pair, ...]:
    """The lines of two kernels, of which both ran; each is a text and its profile."""
    old, new = ((cell.platform.assemble(text), each.lines) for text, each in (before, after))
    return pairs(old, new)


def sentence(before: ProfileResult, after: ProfileResult, name: str) -> str:
    """How much faster or slower the second kernel is, and by which cause most."""
    more = after.cycles - before.cycles
    if not more:
        return f"as many cycles as {name}"
    times = before.cycles / after.cycles
    found = _differences(before.by_reason, after.by_reason)
    most = max(found, key=lambda cause: found[cause] * (1 if more > 0 else -1), default="")
    cause = f"; most by {most}: {found[most]:+,}" if most else ""
    size = f"{abs(more):,} cycles {'more' if more > 0 else 'fewer'} than {name}"
    return f"{size}, {times:.2f} times as fast{cause}"


def tables(
    before: ProfileResult, after: ProfileResult, lines: Sequence[Pair], *, every: bool
) -> Iterator[Table]:
    """Causes and units with most difference first, then lines in order; each table adds up."""
    yield _causes("Causes", "cause", before.by_reason, after.by_reason)
    yield _causes("Units", "unit", before.by_unit, after.by_unit)
    yield _lines(lines, every=every)


def record(before: ProfileResult, file: str, lines: Sequence[Pair]) -> dict[str, object]:
    """For --json: the kernel that is compared with, and all pairs of lines."""
    listed = [{**asdict(each), "difference": each.difference} for each in lines]
    return {"compared": {"file": file, **before.model_dump(), "pairs": listed}}


def _differences(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    names = dict.fromkeys((*before, *after))
    return {name: after.get(name, 0) - before.get(name, 0) for name in names}


def _causes(title: str, head: str, before: Mapping[str, int], after: Mapping[str, int]) -> Table:
    found = _differences(before, after)
    ordered = sorted(found, key=lambda name: -abs(found[name]))
    rows: list[tuple[str, ...]] = [
        (name, number(before.get(name, 0)), number(after.get(name, 0)), f"{found[name]:+,}")
        for name in ordered
        if before.get(name) or after.get(name)
    ]
    sums = [sum(each.values()) for each in (before, after)]
    rows.append(("all", *map(number, sums), f"{sums[1] - sums[0]:+,}"))
    counts = (Column(each, right=True) for each in ("before", "after", "difference"))
    return Table(title, (Column(head), *counts), tuple(rows))


def _lines(lines: Sequence[Pair], *, every: bool) -> Table:
    differing = [each for each in lines if each.difference]
    largest = sorted(differing, key=lambda each: -abs(each.difference))[:SHOWN_PAIRS]
    kept = {id(each) for each in (lines if every else largest)}
    rows = [_row(each) for each in lines if id(each) in kept]
    rest = [each for each in lines if id(each) not in kept]
    if rest:
        rows.append(("", "", "", *_sums(rest), f"{len(rest):,} other lines; --listing has all"))
    rows.append(("", "", "", *_sums(lines), "all lines"))
    numbers = ("line before", "after", "cycles before", "cycles after", "difference")
    line, other, *counts = (Column(each, right=True) for each in numbers)
    return Table("Lines", (line, other, Column(""), *counts, Column("text")), tuple(rows))


def _row(pair: Pair) -> tuple[str, ...]:
    old, new = pair.before, pair.after
    texts = dict.fromkeys(" ".join(each.text.split()) for each in (old, new) if each)
    return (
        str(old.line) if old else "",
        str(new.line) if new else "",
        SIGNS[pair.match],
        number(old.cycles) if old else "",
        number(new.cycles) if new else "",
        f"{pair.difference:+,}",
        " -> ".join(texts if pair.match == "changed" else list(texts)[-1:]),
    )


def _sums(lines: Sequence[Pair]) -> tuple[str, str, str]:
    before, after = (
        sum(each.cycles for each in found if each)
        for found in (
            [each.before for each in lines],
            [each.after for each in lines],
        )
    )
    return number(before), number(after), f"{after - before:+,}"
