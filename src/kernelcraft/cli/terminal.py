"""Prints a table as wide as the terminal is; in full where there is none."""

import shutil
import sys
from dataclasses import replace
from typing import Final

from kernelcraft.cli.drawing import ASCII, LINES, Borders, drawn
from kernelcraft.reports.tables import Table

UNLIMITED: Final = 240
"""Columns of a file or a pipe: nothing is cut there."""
MOST_ROWS: Final = 500
"""More are for programs: `--json` and the CSV files have every row."""


def width() -> int:
    """Columns of standard output."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else UNLIMITED


def borders(encoding: str) -> Borders:
    """What tables are drawn with in a character set."""
    return LINES if encoding.lower().startswith("utf") else ASCII


def show(table: Table, *, whole: bool = False) -> None:
    """Print a table on standard output; its first rows if there are very many, unless `whole`.

    Columns that do not fit are named below it.
    """
    most = len(table.rows) if whole else MOST_ROWS
    first, columns = replace(table, rows=table.rows[:most]), width()
    lines = drawn(first, columns, borders(sys.stdout.encoding or ""))
    if left_out := first.left_out(columns):
        lines.append(f"not shown at this width: {', '.join(left_out)}")
    if len(table.rows) > most:
        lines.append(f"... and {len(table.rows) - most:,} more rows; --json has them all")
    print("\n".join(lines))
