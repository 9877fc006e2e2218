"""The generalisation gap compares the same tasks and leaves no failure out."""

from __future__ import annotations

import pytest

from kernelcraft.reports.generalisation import Result, gap


def right(task: str, speedup: float | None) -> Result:
    return Result(task, True, speedup)


WRONG = Result("silu", False, None)


def test_both_sides_and_their_difference() -> None:
    published = [right("silu", 4.0), right("silu", 1.0)]
    found = gap("tuner", published, [right("silu", 1.0), WRONG, WRONG, WRONG], "held-out")
    assert found is not None
    assert (found.published.n, found.other.n) == (2, 4)
    assert found.correct == pytest.approx(0.75)
    assert found.speed == pytest.approx(0.5)
    assert found.other.success.interval is not None
    assert found.other.success.interval.high < 1.0
    assert "gap +75%, 0.500x as fast" in found.sentence()


def test_only_tasks_that_are_on_both_sides_count() -> None:
    found = gap("tuner", [right("silu", 2.0), right("gemm", 9.0)], [right("silu", 2.0)], "held-out")
    assert found is not None
    assert (found.tasks, found.published.n, found.speed) == (1, 1, 1.0)
    assert gap("tuner", [right("silu", 2.0)], [right("gemm", 2.0)], "held-out") is None
    assert gap("tuner", [right("silu", 2.0)], [], "held-out") is None


def test_speed_is_unknown_where_nothing_is_right() -> None:
    found = gap("tuner", [right("silu", 2.0)], [WRONG], "held-out")
    assert found is not None
    assert found.speed is None
    assert found.sentence().endswith("(gap +100%)")


def test_variants_are_another_condition() -> None:
    found = gap("tuner", [right("silu", 2.0)], [right("silu", 1.0)], "variants")
    assert found is not None
    assert found.sentence().endswith(
        "1 of 1 on variants (gap +0%, 0.500x as fast against the baseline)"
    )
