"""The page about timing shows what is measured and what we take today."""

from __future__ import annotations

from tests.platforms.coral_npu.machine.calibration import BEGIN, END, PAGE, tables


def test_the_tables_in_the_docs_are_of_today() -> None:
    _, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    assert rest.partition(END)[0] == tables()
