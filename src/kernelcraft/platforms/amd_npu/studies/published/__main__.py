"""Published cycles beside ours, as a table of the docs.

`python -m kernelcraft.platforms.amd_npu.studies.published` rewrites the table in `PAGE`, in
the project's folder, and prints it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from kernelcraft.platforms.amd_npu.studies.published.points import Point, points

PAGE: Final = Path("docs", "platforms", "amd_npu_published.md")
BEGIN: Final = "<!-- python -m kernelcraft.platforms.amd_npu.studies.published -->"
END: Final = "<!-- end -->"
HEAD: Final = """\
| what | published | ours | ours / published | why |
|---|---|---|---|---|"""


def table() -> str:
    """A row for every program of ours."""
    return "\n".join((HEAD, *(row for point in points() for row in _rows(point))))


def page(text: str) -> str:
    """The text of the docs page with the table as it should be."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def _rows(point: Point) -> Iterator[str]:
    what, published, why = point.what, f"{point.published:,} ({point.by})", point.why
    for ours in point.ours:
        cycles = ours.cycles()
        ratio = f"{cycles / point.published:.2f}"
        yield f"| {what} | {published} | {cycles:,} {ours.what} | {ratio} | {why} |"
        what, published, why = "", "", ""


def main() -> int:
    """The command; gives its exit code."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(table())
    return 0


if __name__ == "__main__":
    sys.exit(main())
