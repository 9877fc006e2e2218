"""Each number that was measured on the RTL is within the accuracy asked, or is listed here."""

from __future__ import annotations

import pytest

from tests.platforms.boom.core.calibration import (
    BEGIN,
    END,
    PAGE,
    micro,
    missed,
    programs,
    tables,
)
from tests.platforms.boom.core.kernel_rows import compared
from tests.platforms.boom.core.measurement import fitting, timed
from tests.platforms.boom.core.micro_rows import ROWS
from tests.platforms.boom.core.program_rows import (
    CORES,
    MEDIUM,
    PROGRAMS,
    WINDOWS,
    ProgramRow,
    Window,
)

MISSED = [
    "8 loads a line (small)",
    "8 loads a line (large)",
    "8 stores a line (small)",
    "8 stores a line (large)",
    "two of div and 30 addi (large)",
    "store to load with addi (large)",
    "float store to load (small)",
    "fadd, fsd, fld, fadd (large)",
    "nested call (large)",
    "random branch over 12 addi (small)",
    "the same never taken (large)",
    "random branch over 1 addi (small)",
    "vvadd, cold (large)",
    "copy, warm (large)",
    "median, warm (large)",
]
INSTRUCTIONS = 0.15  # how far our texts may be from those that were measured


def test_every_row_is_near_enough_or_listed() -> None:
    assert missed() == MISSED


def test_every_row_of_the_ranked_core_holds() -> None:
    ranked = [each for each in (*micro(), *programs()) if each.core == "medium"]
    assert len(ranked) == 145
    assert [each.name for each in ranked if not each.holds] == []


def test_every_row_of_medium_was_measured_with_its_own_text() -> None:
    assert {f"{row.section}: {row.name}" for row in ROWS if row.medium} == set(MEDIUM["micro"])


def test_kernels_take_as_many_instructions_as_on_the_rtl() -> None:
    assert len(compared()) == 20
    assert all(each.instructions[0] == each.instructions[1] for each in compared())


def test_every_kernel_is_near_enough() -> None:
    missed = [
        f"{each.task} {each.writer}"
        for each in compared()
        if not (each.holds(each.cold) and each.holds(each.warm))
    ]
    assert missed == []


@pytest.mark.parametrize("row", PROGRAMS, ids=lambda row: f"{row.program}-{row.core}-{row.latency}")
def test_programs_are_of_the_size_that_was_measured(row: ProgramRow) -> None:
    assert abs(timed(row).instructions / row.instructions - 1) < INSTRUCTIONS


@pytest.mark.parametrize("core", CORES)
@pytest.mark.parametrize("window", WINDOWS, ids=lambda window: window.name)
def test_windows_are_as_wide_as_measured(window: Window, core: str) -> None:
    fits, not_any_more = getattr(window, core)
    assert fits - 2 <= fitting(window, core) <= not_any_more + 2


def test_the_page_has_todays_numbers() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text.partition(BEGIN)[2].partition(END)[0] == tables()
