"""Assembly beside its profile."""

from kernelcraft.reports.web.listing import AROUND, LEVELS, MOST_LINES, left_out, listing
from tests.reports.web.made_up_site import Cycles


def test_the_hottest_line_has_all_the_heat() -> None:
    rows = listing("a\nb\n; c\nd\n", [Cycles(1, 1, 10), Cycles(2, 4, 90), Cycles(4, 1, 1)])
    assert [row.heat for row in rows] == [1, LEVELS, 0, 1]
    assert [row.executions for row in rows] == [1, 4, 0, 1]
    assert rows[1].share == 90 / 101


def test_lines_end_where_the_assembler_ends_them() -> None:
    rows = listing("a\x0b\x0cb\u2028c\nd", [Cycles(2, 1, 7)])
    assert [row.line for row in rows] == [1, 2]
    assert rows[1].cycles == 7


def test_without_a_profile_there_is_no_heat() -> None:
    assert [(row.executions, row.heat) for row in listing("a\nb\n", [])] == [(None, 0)] * 2


def test_a_long_kernel_shows_its_hottest_lines_and_says_what_is_missing() -> None:
    text = "\n".join(f"line {number}" for number in range(1, 10_001))
    cycles = [Cycles(line, 1, 1) for line in range(1, 9_000)] + [Cycles(9_500, 1, 5_000)]
    rows = listing(text, cycles)
    assert len(rows) <= MOST_LINES + 2 * AROUND + 1
    hot = next(row for row in rows if row.line == 9_500)
    assert (hot.heat, hot.text) == (LEVELS, "line 9500")
    before = rows[rows.index(hot) - AROUND]
    assert before.gap == before.line - rows[rows.index(before) - 1].line - 1
    assert sum(row.cycles + row.gap_cycles for row in rows) == 8_999 + 5_000
    assert left_out(text, rows) == 10_000 - len(rows)
