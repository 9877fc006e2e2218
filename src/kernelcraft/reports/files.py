"""A report as text of a file: Markdown to read, CSV to calculate with."""

import csv
import io
from dataclasses import asdict, fields

from kernelcraft.reports.report import Report, Row
from kernelcraft.reports.tables import markdown


def as_markdown(report: Report) -> str:
    """Summary, generalisation, results, origins and notes; every row names who made it."""
    parts = [markdown(report.summary())]
    if report.gaps:
        parts.append(markdown(report.generalisation()))
    parts.append(markdown(report.results()))
    parts.append("## Origins\n\n" + "".join(f"- {line}\n" for line in report.origins))
    if report.notes:
        parts.append("## Notes\n\n" + "".join(f"- {line}\n" for line in report.notes))
    return "# KernelCraft report\n\n" + "\n".join(parts)


def as_csv(report: Report) -> str:
    """One line an episode with unrounded numbers; what is unknown is empty."""
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, [field.name for field in fields(Row)], lineterminator="\n")
    table.writeheader()
    table.writerows(asdict(row) for row in report.rows)
    return text.getvalue()
