"""A report's tables, as text in rows and columns; a new column is a row of its table's list."""

from collections.abc import Sequence
from typing import Final

from kernelcraft.reports.comparison import Comparison, Contrast
from kernelcraft.reports.families import FAMILIES, Family, Score, Unit
from kernelcraft.reports.fusion import Fusion
from kernelcraft.reports.generators import Generator, Standing, standings
from kernelcraft.reports.headroom import Headroom
from kernelcraft.reports.report import Remark, Report, Row
from kernelcraft.reports.summary import Summary
from kernelcraft.reports.tables import (
    Column,
    Shown,
    Source,
    Table,
    dollars,
    number,
    ratio,
    share,
    table,
)
from kernelcraft.scores.estimate import Estimate

GENERALISATION = (
    Column("agent"),
    Column("conditions"),
    Column("correct"),
    Column("95 % interval", optional=True),
    Column("speedup", right=True),
    Column("95 % interval", optional=True),
)
SUMMED = "Summary (speedups are geometric means)"
GENERATORS = "generators"
"""In the place of conditions: episodes whose answer is a generator."""


def results(report: Report) -> Table:
    """One row an episode."""
    epochs = any(row.epoch > 1 for row in report.rows)
    shown: tuple[Shown[Row], ...] = (
        Shown("cell", lambda row: _named(row, epochs)),
        Shown("agent", lambda row: row.agent),
        Shown("verdict", lambda row: row.verdict),
        Shown("cycles", lambda row: number(row.cycles), right=True),
        Shown("baseline", lambda row: number(row.baseline_cycles), right=True, optional=True),
        Shown("speedup", lambda row: ratio(row.speedup), right=True),
        Shown("evaluations", lambda row: number(row.attempts), right=True, optional=True),
        Shown("tokens", lambda row: number(row.tokens), right=True, optional=True),
        Shown("cost", lambda row: dollars(row.cost), right=True, optional=True),
        Shown("annotations", lambda row: row.annotations, optional=True),
    )
    return table("Results", shown, report.rows)


def annotations(report: Report) -> Table | None:
    """One row for each thing that a person said of an episode; None where nobody did."""
    epochs = any(each.epoch > 1 for each in report.annotations)
    shown: tuple[Shown[Remark], ...] = (
        Shown("cell", lambda each: f"{each.cell}, epoch {each.epoch}" if epochs else each.cell),
        Shown("agent", lambda each: each.agent),
        Shown("is", lambda each: each.kind),
        Shown("says", lambda each: each.who),
        Shown("when", lambda each: each.when),
        Shown("why", lambda each: each.why),
    )
    title = "Annotations: what people saw; no number depends on them"
    if not report.annotations:
        return None
    return table(title, shown, report.annotations, lambda each: Source(key=each.key))


def summary(report: Report) -> Table:
    """One row an agent."""
    return table(SUMMED, SUMMARY, report.summaries)


def generators(report: Report) -> tuple[Table, ...]:
    """A row an agent, and a row an episode whose answer is a generator; nothing without such."""
    if not report.generators:
        return ()
    agents: tuple[Shown[Standing], ...] = (
        Shown("agent", lambda each: each.agent),
        Shown("tasks", lambda each: number(each.tasks), right=True),
        Shown("right at hidden sizes", lambda each: f"{each.hidden_right} of {each.hidden}"),
        Shown("speedup", lambda each: ratio(each.speedup), right=True),
        Shown("worst", lambda each: ratio(each.worst_speedup), right=True),
    )
    episodes: tuple[Shown[Generator], ...] = (
        Shown("task", lambda each: each.task),
        Shown("agent", lambda each: each.agent),
        Shown("verdict", lambda each: each.verdict),
        Shown("published", lambda each: f"{each.published_right} of {each.published}"),
        Shown("hidden", lambda each: f"{each.hidden_right} of {each.hidden}"),
        Shown("speedup", lambda each: ratio(each.speedup), right=True),
        Shown("worst", lambda each: ratio(each.worst_speedup), right=True),
        Shown("at", lambda each: each.worst or "-", optional=True),
        Shown("evaluations", lambda each: number(each.attempts), right=True, optional=True),
        Shown("tokens", lambda each: number(each.tokens), right=True, optional=True),
        Shown("cost", lambda each: dollars(each.cost), right=True, optional=True),
    )
    title = "Generators (speedups are geometric means over hidden sizes, a wrong one counts as 1)"
    return (
        table(title, agents, standings(report.generators), _of_generators),
        table("Generators by task", episodes, report.generators, lambda each: Source(key=each.key)),
    )


def generalisation(report: Report) -> Table | None:
    """Two rows for each agent that worked under other conditions, too; None without."""
    sides = [
        (gap, *side)
        for gap in report.gaps
        for side in (("published", gap.published), (gap.conditions, gap.other))
    ]
    rows = tuple(
        (
            gap.agent,
            sizes,
            f"{side.correct} of {side.n}",
            _ends(side.success, "share"),
            ratio(side.speedup.value),
            _ends(side.speedup, "ratio"),
        )
        for gap, sizes, side in sides
    )
    sources = tuple(
        (Source(gap.agent, gap.rules, sizes),) * len(GENERALISATION) for gap, sizes, _ in sides
    )
    title = "Generalisation, on the same tasks"
    return Table(title, GENERALISATION, rows, sources) if rows else None


def scores(report: Report) -> tuple[Table, ...]:
    """One table for each family of scores that there are numbers of, one row an agent."""
    tables = []
    for family in FAMILIES:
        found = [score for score in report.scores if score.score == family.name]
        if found:
            tables.append(_family(family, found))
    return tuple(tables)


def headroom(report: Report) -> Table | None:
    """One row for each cell with a bound; None where no bound is known."""
    title = "Headroom, cycles of baseline and bound"
    if not report.headroom:
        return None
    return table(title, HEADROOM, report.headroom, lambda each: Source(cell=each.cell))


def fusion(report: Report) -> Table | None:
    """One row an agent and composite cell; None where nobody wrote kernels of its parts."""
    title = "Fusion: a composite beside its parts by the same agent, in cycles"
    if not report.fusions:
        return None
    return table(title, FUSION, report.fusions, lambda each: Source(key=each.key))


def comparison(found: Comparison) -> Table:
    """One row a score."""
    one, other = found.whose
    first = Source(one, found.rules, beside=other)
    second = Source(other, found.rules, beside=one)
    both = Source(one, found.rules, beside=other, both=True)
    shown: tuple[Shown[Contrast], ...] = (
        Shown("score", lambda each: each.score),
        Shown(
            found.first,
            lambda each: _text(each.first, _unit(each)),
            right=True,
            source=lambda each: first,
        ),
        Shown(
            found.second,
            lambda each: _text(each.second, _unit(each)),
            right=True,
            source=lambda each: second,
        ),
        Shown("difference", lambda each: _difference(each.difference, each), right=True),
        Shown("95 % interval", _between),
        Shown("p", lambda each: "-" if each.p is None else f"{each.p:.4f}", right=True),
        Shown("cells", lambda each: number(each.n), right=True, optional=True),
        Shown("tasks", lambda each: number(each.tasks), right=True, optional=True),
    )
    title = f"{found.first} against {found.second} on the same cells"
    return table(title, shown, found.contrasts, lambda each: both)


def _named(row: Row, epochs: bool) -> str:
    cell = f"{row.cell} ({row.operands})" if row.operands else row.cell
    return f"{cell}, epoch {row.epoch}" if epochs else cell


def _correct(summary: Summary) -> str:
    share_ = f"{summary.correct} of {summary.n}"
    return share_ if summary.cells == summary.n else f"{share_} on {summary.cells} cells"


def _each_solved(summary: Summary) -> str:
    return dollars(summary.cost_per_solved.value) if summary.correct else "-"


def _annotated(summary: Summary) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in sorted(summary.annotations.items()))


def _family(family: Family, found: Sequence[Score]) -> Table:
    places = list(dict.fromkeys(score.at for score in found))
    places.sort(key=lambda at: float(at) if family.axis else 0.0)
    agents = dict.fromkeys((score.agent, score.rules) for score in found)
    several = len({rules for _, rules in agents}) > 1
    columns = (
        Column("agent"),
        *(Column(_head(family, at), right=True) for at in places),
    )
    by_place = {(score.agent, score.rules, score.at): score for score in found}
    rows = tuple(
        (
            f"{who}, {rules}" if several else who,
            *(_cell(by_place.get((who, rules, at)), family.unit) for at in places),
        )
        for who, rules in agents
    )
    return Table(f"{family.title}; n: {family.counts}", columns, rows)


def _head(family: Family, at: str) -> str:
    return f"{family.axis} = {at}" if family.axis else at


def _cell(score: Score | None, unit: Unit) -> str:
    """Value, interval and n; a dash for what n does not support."""
    if score is None:
        return "-"
    interval = ""
    if score.low is not None and score.high is not None:
        interval = f" ({_text(score.low, unit)} to {_text(score.high, unit)})"
    return f"{_text(score.value, unit)}{interval}, n = {score.n}"


def _ends(estimate: Estimate, unit: Unit) -> str:
    if estimate.interval is None:
        return ""
    return f"{_text(estimate.interval.low, unit)} to {_text(estimate.interval.high, unit)}"


def _text(value: float, unit: Unit) -> str:
    return {"share": share(value), "ratio": ratio(value), "number": f"{value:,.4g}"}[unit]


def _light(score: float | None, unknown: str) -> str:
    return unknown if score is None else f"{score:.3f}"


def _unit(contrast: Contrast) -> Unit:
    return "ratio" if contrast.ratio else "share"


def _difference(value: float, contrast: Contrast) -> str:
    return ratio(value) if contrast.ratio else f"{value:+.1%}"


def _between(contrast: Contrast) -> str:
    if contrast.low is None or contrast.high is None:
        return "-"
    return f"{_difference(contrast.low, contrast)} to {_difference(contrast.high, contrast)}"


def _of_parts(each: Fusion) -> Source:
    return Source(each.agent, each.rules, cell="|".join(name for name, _ in each.of))


def _parts(each: Fusion) -> str:
    names = (f"{times} x {name}" if times > 1 else name for name, times in each.of)
    return " + ".join(names)


def _best(each: Headroom) -> Source | None:
    return None if each.key is None else Source(key=each.key)


def _of_generators(each: Standing) -> Source:
    return Source(each.agent, each.rules, conditions=GENERATORS)


SUMMARY: Final[tuple[Shown[Summary], ...]] = (
    Shown("agent", lambda each: each.agent),
    Shown("correct", _correct),
    Shown("95 % interval", lambda each: _ends(each.success, "share")),
    Shown("speedup", lambda each: ratio(each.speedup.value), right=True),
    Shown("95 % interval", lambda each: _ends(each.speedup, "ratio"), optional=True),
    Shown(
        "failed = 1",
        lambda each: ratio(each.speedup_failures_as_one.value),
        right=True,
        optional=True,
    ),
    Shown(
        "failed = 0",
        lambda each: ratio(each.speedup_failures_as_zero.value),
        right=True,
        optional=True,
    ),
    Shown("faster", lambda each: share(each.faster.value), right=True, optional=True),
    Shown("SOL", lambda each: _light(each.sol.value, ""), right=True, optional=True),
    Shown("evaluations to pass", lambda each: number(each.evaluations.value), True, True),
    Shown("tokens", lambda each: number(each.tokens), right=True, optional=True),
    Shown("cost", lambda each: dollars(each.cost), right=True, optional=True),
    Shown("cost a solved cell", _each_solved, right=True, optional=True),
    Shown("rules", lambda each: each.rules, optional=True),
    Shown("annotated", _annotated, optional=True),
)
HEADROOM: Final[tuple[Shown[Headroom], ...]] = (
    Shown("cell", lambda each: each.cell),
    Shown("baseline", lambda each: number(each.baseline), right=True),
    Shown("bound", lambda each: number(each.bound), right=True),
    Shown("headroom", lambda each: ratio(each.headroom), right=True),
    Shown("best", lambda each: number(each.best), right=True, source=_best),
    Shown("agent", lambda each: each.agent or "-", source=_best),
    Shown("SOL", lambda each: _light(each.sol, "-"), right=True, source=_best),
)
FUSION: Final[tuple[Shown[Fusion], ...]] = (
    Shown("cell", lambda each: each.cell),
    Shown("agent", lambda each: each.agent),
    Shown("cycles", lambda each: number(each.cycles), right=True),
    Shown("sum of parts", lambda each: number(each.parts), right=True, source=_of_parts),
    Shown("effect", lambda each: ratio(each.effect), right=True, source=_of_parts),
    Shown("not in the sum", lambda each: each.glue or "-", source=lambda each: None),
    Shown("parts", _parts, source=_of_parts),
    Shown("lacking", lambda each: "; ".join(each.lacking), True, True, lambda each: None),
)
