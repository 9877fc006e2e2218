"""What once deviated from the RTL takes its cycles, on both simulators."""

from __future__ import annotations

import pytest

from tests.platforms.coral_npu.machine.measured_programs import IDEAL
from tests.platforms.coral_npu.machine.measured_windows import WINDOWS, Window
from tests.platforms.coral_npu.machine.table import run


@pytest.mark.parametrize("window", WINDOWS, ids=lambda each: each.name)
def test_a_window_takes_the_cycles_of_the_rtl(window: Window) -> None:
    for reference in (False, True):
        after = run(window.text, machine=IDEAL, end="", reference=reference)
        assert after.fault == ""
        found = (after.run.cycles, after.x("s11") - after.x("s10"))
        assert found == (window.cycles, window.window)
