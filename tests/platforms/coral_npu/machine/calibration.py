"""The tables of docs/platforms/coral_npu_timing.md.

`python -m tests.platforms.coral_npu.machine.calibration` writes them again.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tests.platforms.coral_npu.machine.measured_programs import REFERENCE, Set, sets, unbuffered
from tests.platforms.coral_npu.machine.measurement import Row, near
from tests.platforms.coral_npu.machine.reference_rows import ROWS
from tests.platforms.coral_npu.machine.rtl import RTL

PAGE = Path(__file__).parents[4] / "docs" / "platforms" / "coral_npu_timing.md"
BEGIN, END = "<!-- tables: begin -->\n", "<!-- tables: end -->\n"


def _table(head: str, rows: Iterable[str]) -> list[str]:
    return [f"| {head} |", f"|{'---|' * (head.count('|') + 1)}", *(f"| {row} |" for row in rows)]


def _percent(part: float) -> str:
    return f"{100 * part:+.1f} %"


def _number(cycles: float | None) -> str:
    return "" if cycles is None else f"{cycles:g}" if cycles < 1000 else f"{cycles:,.0f}"


def _program_set(found: Set) -> str:
    worst = max(found.deviations.values(), key=abs, default=0.0)
    counts = (found.within(part) for part in (0, 0.05, 0.12))
    return " | ".join([found.title, str(len(found.rtl)), *map(str, counts), _percent(worst)])


def _deviating(found: Set) -> list[str]:
    return [
        f"{found.title}: {name} | {found.rtl[name]:,} | {found.ours[name]:,} | {_percent(part)}"
        for name, part in found.deviations.items()
    ]


def _summary() -> list[str]:
    head = "programs | number | equal | within 5 % | within 12 % | the furthest"
    every = (*sets(), *unbuffered())
    lines = _table(head, (_program_set(each) for each in every))
    lines += ["", "Every program that does not take exactly as long:", ""]
    head = "program | RTL | ours | deviation"
    return lines + _table(head, (line for each in every for line in _deviating(each)))


def _kernels() -> list[str]:
    ours = sets()[0].ours
    rows = []
    for name, cycles in RTL.kernels.items():
        known = REFERENCE.get(name)
        apart = _percent(ours[name] / known - 1) if known else ""
        rows.append(f"{name} | {_number(known)} | {cycles:,} | {ours[name]:,} | {apart}")
    return _table("kernel | reference's | RTL, our text | ours | to the reference", rows)


def _row(row: Row, found: float) -> str:
    name = f"{row.name} ({row.machine})" if row.machine else row.name
    known = _number(RTL.rows.get(row.key))
    apart = "" if near(found, row.expected) else f"{found - row.expected:+g}"
    return f"{row.section}: {name} | {_number(row.expected)} | {known} | {_number(found)} | {apart}"


def tables() -> str:
    """All of them, as the page has them."""
    ours = {row.key: row.ours() for row in ROWS}
    apart = [row for row in ROWS if not near(ours[row.key], row.expected)]
    head = "row | reference | RTL, our text | ours | beyond 5 % and half a cycle by"
    lines = ["## Programs", "", *_summary(), "", "## Kernels", "", *_kernels(), ""]
    lines += ["## Rows that deviate from the reference", ""]
    lines += [*_table(head, (_row(row, ours[row.key]) for row in apart)), ""]
    lines += ["## All rows", "", *_table(head, (_row(row, ours[row.key]) for row in ROWS))]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the tables into the page."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}{tables()}{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
