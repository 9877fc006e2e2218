"""Puts tables into docs/fuzz.md."""

from __future__ import annotations

from pathlib import Path

PAGE = Path("docs/fuzz.md")


def write_table(name: str, table: str) -> None:
    """Replace what stands between the page's marks of that name."""
    begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->\n"
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(begin)
    after = rest.partition(end)[2]
    PAGE.write_text(before + begin + table + end + after, encoding="utf-8")
