"""Where attempts, bound and baseline stand."""

from kernelcraft.evaluation.records import Step
from kernelcraft.reports.web import drawings
from tests.reports.made_up import episode
from tests.reports.web.made_up_site import history


def test_bound_kernel_and_baseline_stand_on_one_logarithmic_scale() -> None:
    marks = drawings.scale(episode("plena/silu/C1", 100, baseline=1000, bound=10))
    assert [(mark.name, round(mark.place)) for mark in marks] == [
        ("bound", 0),
        ("kernel", 50),
        ("baseline", 100),
    ]


def test_one_number_alone_is_no_scale() -> None:
    failed = episode("plena/silu/C1", None, baseline=1000, failure="wrong result")
    assert drawings.scale(failed) == ()


def test_faster_attempts_stand_higher_and_wrong_ones_at_the_foot() -> None:
    found = drawings.attempts(history(500), baseline=1000)
    assert found is not None
    assert [dot.best for dot in found.dots] == [False, True, True]
    wrong, slow, fast = (dot.y for dot in found.dots)
    assert fast < slow < wrong == drawings.WRONG
    assert found.baseline is not None
    assert found.baseline.y == slow
    assert abs(found.baseline.text_y - found.best.text_y) >= 14


def test_equal_cycles_are_no_fault() -> None:
    same = [Step(number, None, 0, correct=True, cycles=50) for number in (1, 2)]
    assert drawings.attempts(same, baseline=50) is not None
    assert drawings.attempts(same[:1], baseline=50) is None
