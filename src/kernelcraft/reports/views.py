"""A report's tables, as text in rows and columns."""

from collections.abc import Sequence

from kernelcraft.reports.comparison import Comparison, Contrast
from kernelcraft.reports.families import FAMILIES, Family, Score, Unit
from kernelcraft.reports.headroom import Headroom
from kernelcraft.reports.report import Report, Row
from kernelcraft.reports.summary import Summary
from kernelcraft.reports.tables import Column, Table, dollars, number, ratio, share
from kernelcraft.scores.estimate import Estimate

RESULTS = (
    Column("cell"),
    Column("agent"),
    Column("verdict"),
    Column("cycles", right=True),
    Column("baseline", right=True, optional=True),
    Column("speedup", right=True),
    Column("evaluations", right=True, optional=True),
    Column("tokens", right=True, optional=True),
    Column("cost", right=True, optional=True),
)
SUMMARY = (
    Column("agent"),
    Column("correct"),
    Column("95 % interval"),
    Column("speedup", right=True),
    Column("95 % interval", optional=True),
    Column("failed = 1", right=True, optional=True),
    Column("failed = 0", right=True, optional=True),
    Column("faster", right=True, optional=True),
    Column("SOL", right=True, optional=True),
    Column("evaluations to pass", right=True, optional=True),
    Column("tokens", right=True, optional=True),
    Column("cost", right=True, optional=True),
    Column("cost a solved cell", right=True, optional=True),
    Column("profile", optional=True),
)
HEADROOM = (
    Column("cell"),
    Column("baseline", right=True),
    Column("bound", right=True),
    Column("headroom", right=True),
    Column("best", right=True),
    Column("agent"),
    Column("SOL", right=True),
)
GENERALISATION = (
    Column("agent"),
    Column("sizes"),
    Column("correct"),
    Column("95 % interval", optional=True),
    Column("speedup", right=True),
    Column("95 % interval", optional=True),
)
SUMMED = "Summary (speedups are geometric means)"


def results(report: Report) -> Table:
    """One row an episode."""
    epochs = any(row.epoch > 1 for row in report.rows)
    return Table("Results", RESULTS, tuple(_shown(row, epochs) for row in report.rows))


def summary(report: Report) -> Table:
    """One row an agent."""
    return Table(SUMMED, SUMMARY, tuple(map(_summed, report.summaries)))


def generalisation(report: Report) -> Table | None:
    """Two rows for each agent that worked at published and at held-out sizes; None without."""
    rows = tuple(
        (
            gap.agent,
            sizes,
            f"{side.correct} of {side.n}",
            _ends(side.success, "share"),
            ratio(side.speedup.value),
            _ends(side.speedup, "ratio"),
        )
        for gap in report.gaps
        for sizes, side in (("published", gap.published), ("held-out", gap.held_out))
    )
    return Table("Generalisation, on the same tasks", GENERALISATION, rows) if rows else None


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
    rows = tuple(map(_gained, report.headroom))
    return Table("Headroom, cycles of baseline and bound", HEADROOM, rows) if rows else None


def comparison(found: Comparison) -> Table:
    """One row a score."""
    columns = (
        Column("score"),
        Column(found.first, right=True),
        Column(found.second, right=True),
        Column("difference", right=True),
        Column("95 % interval"),
        Column("p", right=True),
        Column("cells", right=True, optional=True),
        Column("tasks", right=True, optional=True),
    )
    title = f"{found.first} against {found.second} on the same cells"
    return Table(title, columns, tuple(map(_contrasted, found.contrasts)))


def _shown(row: Row, epochs: bool) -> tuple[str, ...]:
    cell = f"{row.cell} ({row.operands})" if row.operands else row.cell
    return (
        f"{cell}, epoch {row.epoch}" if epochs else cell,
        row.agent,
        row.verdict,
        number(row.cycles),
        number(row.baseline_cycles),
        ratio(row.speedup),
        number(row.attempts),
        number(row.tokens),
        dollars(row.cost),
    )


def _summed(summary: Summary) -> tuple[str, ...]:
    share_ = f"{summary.correct} of {summary.n}"
    median = summary.evaluations.value
    return (
        summary.agent,
        share_ if summary.cells == summary.n else f"{share_} on {summary.cells} cells",
        _ends(summary.success, "share"),
        ratio(summary.speedup.value),
        _ends(summary.speedup, "ratio"),
        ratio(summary.speedup_failures_as_one.value),
        ratio(summary.speedup_failures_as_zero.value),
        share(summary.faster.value),
        "" if summary.sol.value is None else f"{summary.sol.value:.3f}",
        number(median),
        number(summary.tokens),
        dollars(summary.cost),
        dollars(summary.cost_per_solved.value) if summary.correct else "-",
        summary.profile,
    )


def _family(family: Family, found: Sequence[Score]) -> Table:
    places = list(dict.fromkeys(score.at for score in found))
    places.sort(key=lambda at: float(at) if family.axis else 0.0)
    agents = dict.fromkeys((score.agent, score.profile) for score in found)
    several = len({profile for _, profile in agents}) > 1
    columns = (
        Column("agent"),
        *(Column(_head(family, at), right=True) for at in places),
    )
    by_place = {(score.agent, score.profile, score.at): score for score in found}
    rows = tuple(
        (
            f"{who}, {profile}" if several else who,
            *(_cell(by_place.get((who, profile, at)), family.unit) for at in places),
        )
        for who, profile in agents
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


def _gained(cell: Headroom) -> tuple[str, ...]:
    return (
        cell.cell,
        number(cell.baseline),
        number(cell.bound),
        ratio(cell.headroom),
        number(cell.best),
        cell.agent or "-",
        "-" if cell.sol is None else f"{cell.sol:.3f}",
    )


def _contrasted(contrast: Contrast) -> tuple[str, ...]:
    unit: Unit = "ratio" if contrast.ratio else "share"
    signed = ratio(contrast.difference) if contrast.ratio else f"{contrast.difference:+.1%}"
    ends = "-"
    if contrast.low is not None and contrast.high is not None:
        low, high = contrast.low, contrast.high
        ends = f"{low:.3f}x to {high:.3f}x" if contrast.ratio else f"{low:+.1%} to {high:+.1%}"
    return (
        contrast.score,
        _text(contrast.first, unit),
        _text(contrast.second, unit),
        signed,
        ends,
        "-" if contrast.p is None else f"{contrast.p:.4f}",
        number(contrast.n),
        number(contrast.tasks),
    )
