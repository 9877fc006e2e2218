"""A report as text of a file: Markdown to read, CSV to calculate with."""

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict, fields

from kernelcraft.reports import views
from kernelcraft.reports.families import Score
from kernelcraft.reports.report import Report, Row
from kernelcraft.reports.tables import escaped, markdown

LEGEND = (
    "Ranges are 95 % intervals; cells of one task are not independent, and the intervals allow for "
    "it. `n` is what a number stands on; a dash is what nothing supports.\n"
)


def as_markdown(report: Report) -> str:
    """Summary, generalisation, comparison, scores, headroom, results, origins and notes."""
    compared = [views.comparison(report.comparison)] if report.comparison else []
    generalisation, headroom = views.generalisation(report), views.headroom(report)
    annotations, fusion = views.annotations(report), views.fusion(report)
    tables = [
        views.summary(report),
        *([generalisation] if generalisation else []),
        *compared,
        *views.scores(report),
        *([headroom] if headroom else []),
        *([fusion] if fusion else []),
        views.results(report),
        *views.generators(report),
        *([annotations] if annotations else []),
    ]
    parts = [markdown(table) for table in tables]
    parts.append("## Origins\n\n" + "".join(f"- {escaped(line)}\n" for line in report.origins))
    if report.notes:
        parts.append("## Notes\n\n" + "".join(f"- {escaped(line)}\n" for line in report.notes))
    return f"# KernelCraft report\n\n{LEGEND}\n" + "\n".join(parts)


def as_csv(report: Report) -> str:
    """One line an episode with unrounded numbers; what is unknown is empty."""
    return _csv([field.name for field in fields(Row)], [asdict(row) for row in report.rows])


def scores_as_csv(report: Report) -> str:
    """One line a score: value, interval, n, tasks and effective n, unrounded."""
    names = [field.name for field in fields(Score)]
    return _csv(names, [asdict(score) for score in report.scores])


def _csv(names: Sequence[str], rows: Sequence[dict[str, object]]) -> str:
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, names, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue()
