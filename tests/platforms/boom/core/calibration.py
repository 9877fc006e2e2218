"""The tables of docs/platforms/boom_timing.md.

`python -m tests.platforms.boom.core.calibration` writes them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.platforms.boom.core.kernel_rows import IN_VIEW, compared
from tests.platforms.boom.core.measurement import cycles, fitting, timed
from tests.platforms.boom.core.micro_rows import ROWS, Row
from tests.platforms.boom.core.program_rows import (
    CORES,
    MEDIUM,
    MISPREDICTS,
    PROGRAMS,
    WINDOWS,
    ProgramRow,
)

PAGE = Path(__file__).parents[4] / "docs" / "platforms" / "boom_timing.md"
BEGIN, END = "<!-- tables: begin -->\n", "<!-- tables: end -->\n"
NEAR = 0.05


@dataclass(frozen=True)
class Found:
    """One measured number beside ours."""

    section: str
    name: str
    core: str
    measured: float
    ours: float
    allowed: float  # a part of the measured number
    slack: float  # or so many cycles
    tuned: bool

    @property
    def apart(self) -> float:
        """Ours to the measured number."""
        return self.ours / self.measured - 1

    @property
    def near(self) -> bool:
        """Within a twentieth, or what two digits can tell."""
        return abs(self.ours - self.measured) <= NEAR * self.measured + 0.005

    @property
    def holds(self) -> bool:
        """Within the accuracy asked of its class."""
        room = max(self.allowed * self.measured, self.slack)
        return abs(self.ours - self.measured) <= room + 0.005

    @property
    def key(self) -> str:
        """Its name among all."""
        return f"{self.name} ({self.core})"


def _measured(row: Row) -> Iterator[tuple[str, float]]:
    medium = MEDIUM["micro"].get(f"{row.section}: {row.name}")
    for core, number in zip(CORES, (row.small, medium, row.large), strict=True):
        if number is not None:
            yield core, number


@cache
def micro() -> tuple[Found, ...]:
    """The micro-benchmarks: parameters and the units' times were chosen with all in view."""
    return tuple(
        Found(row.section, row.name, core, number, cycles(row, core), NEAR, 1.0, tuned=True)
        for row in ROWS
        for core, number in _measured(row)
    )


def _two(row: ProgramRow) -> Iterator[Found]:
    ours = timed(row)
    name = row.program if row.latency == 20 else f"{row.program}, memory {row.latency}"
    for kind, measured, found in (
        ("cold", row.cold, ours.cold),
        ("warm", row.warm, ours.warm),
    ):
        yield Found(
            "programs", f"{name}, {kind}", row.core, measured, found, row.allowed, 0.0, row.tuned
        )


@cache
def programs() -> tuple[Found, ...]:
    """The programs, cold and warm."""
    return tuple(each for row in PROGRAMS for each in _two(row))


def missed() -> list[str]:
    """What is not within the accuracy asked of its class."""
    return [each.key for each in (*micro(), *programs()) if not each.holds]


def _table(head: str, rows: Iterable[str]) -> list[str]:
    return [f"| {head} |", f"|{'---|' * (head.count('|') + 1)}", *(f"| {row} |" for row in rows)]


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.2f}".rstrip("0").rstrip(".")


def _percent(part: float) -> str:
    return f"{100 * part:+.1f} %"


def _group(title: str, found: list[Found]) -> str:
    holding, near = sum(each.holds for each in found), sum(each.near for each in found)
    worst = max(found, key=lambda each: abs(each.apart))
    return f"{title} | {len(found)} | {holding} | {near} | {worst.name}: {_percent(worst.apart)}"


def _summary() -> list[str]:
    rows = []
    for core in CORES:
        rows.append(_group(f"micro-benchmarks, {core}", [f for f in micro() if f.core == core]))
    for core in CORES:
        for tuned, title in ((True, "in view while tuning"), (False, "only looked at afterwards")):
            found = [f for f in programs() if f.core == core and f.tuned == tuned]
            if found:
                rows.append(_group(f"programs, {core}, {title}", found))
    return _table("rows | number | within the accuracy asked | within 5 % | the furthest", rows)


def _line(each: Found) -> str:
    mark = "" if each.holds else "**missed**"
    return (
        f"{each.section}: {each.name} | {each.core} | {_number(each.measured)} | "
        f"{_number(each.ours)} | {_percent(each.apart)} | {mark}"
    )


def _programs() -> list[str]:
    rows = []
    for row in PROGRAMS:
        cold, warm = _two(row)
        ours = timed(row)
        share = f"{ours.instructions:,} ({_percent(ours.instructions / row.instructions - 1)})"
        mark = "" if cold.holds and warm.holds else "**missed**"
        rows.append(
            f"{row.program} | {row.core} | {row.latency} | {share} | {row.cold:,} | "
            f"{ours.cold:,} | {_percent(cold.apart)} | {row.warm:,} | {ours.warm:,} | "
            f"{_percent(warm.apart)} | {'tuned' if row.tuned else ''} | {mark}"
        )
    head = (
        "program | core | memory | our instructions (to those there) | cold, RTL | ours | | "
        "warm, RTL | ours | | | "
    )
    return _table(head, rows)


def _kernels() -> list[str]:
    rows = []
    for each in compared():
        mark = "" if each.holds(each.cold) and each.holds(each.warm) else "**missed**"
        pairs = (f"{a:,} | {b:,} | {_percent(b / a - 1)}" for a, b in (each.cold, each.warm))
        view = "in view" if each.task in IN_VIEW else ""
        rows.append(
            f"{each.task} | {each.writer} | {each.instructions[0]:,} | {' | '.join(pairs)} | "
            f"{view} | {mark}"
        )
    head = "program | kernel | instructions | first call, RTL | ours | | third call, RTL | ours"
    return _table(f"{head} | | | ", rows)


def _mispredicts() -> list[str]:
    rows = []
    for name, (cold, warm) in MISPREDICTS.items():
        row = next(r for r in PROGRAMS if (r.program, r.core, r.latency) == (name, "medium", 20))
        ours = timed(row)
        rows.append(
            f"{name} | {cold:,} | {ours.cold_mispredicts:,} | {warm:,} | {ours.warm_mispredicts:,}"
        )
    return _table("program (medium) | first call, RTL | ours | last call, RTL | ours", rows)


def _windows() -> list[str]:
    rows = []
    for window in WINDOWS:
        for core in CORES:
            fits, not_any_more = getattr(window, core)
            rows.append(
                f"{window.name} | {core} | {fits}, not {not_any_more} | {fitting(window, core)}"
            )
    return _table("filler between two misses | core | fits on the RTL | the most with us", rows)


def tables() -> str:
    """All of them, as the page has them."""
    head = "row | core | RTL | ours | deviation | "
    lines = ["## Summary", "", *_summary(), "", "## Rows that miss the accuracy asked", ""]
    lines += _table(head, (_line(f) for f in (*micro(), *programs()) if not f.holds))
    lines += ["", "## The platform's kernels on Medium, compared but not fitted", "", *_kernels()]
    lines += ["", "## Programs", "", *_programs(), "", "## Mispredicted branches", ""]
    lines += [*_mispredicts(), "", "## Window sizes", "", *_windows(), ""]
    lines += ["## All micro-benchmarks", "", *_table(head, (_line(each) for each in micro()))]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the tables into the page."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}{tables()}{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
