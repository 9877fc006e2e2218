"""Where attempts, bound and baseline stand."""

import itertools

import pytest

from kernelcraft.records.attempt import Attempt
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
    assert fast < slow < wrong == found.wrong
    best, compiler = found.labels
    assert (best.name, compiler.name) == ("best", "baseline")
    assert compiler.y == slow
    assert compiler.text_y - best.text_y >= 2 * drawings.LARGEST


def test_a_baseline_that_is_faster_stands_on_top() -> None:
    found = drawings.attempts(history(500), baseline=400)
    assert found is not None
    assert [label.name for label in found.labels] == ["baseline", "best"]


@pytest.mark.parametrize(
    ("cycles", "baseline", "ticks"),
    [
        (500, 1000, ["600", "800", "1,000"]),
        (545, 4049, ["1,000", "2,000"]),
        (100, 12_345, ["100", "1,000", "10,000"]),
        (7, 1_234_567, ["100", "10,000", "1,000,000"]),
        (3, 4, ["3", "4", "5", "6"]),
    ],
)
def test_cycles_have_round_ticks_that_keep_apart(
    cycles: int, baseline: int, ticks: list[str]
) -> None:
    found = drawings.attempts(history(cycles), baseline)
    assert found is not None
    assert [tick.text for tick in found.cycles] == ticks
    places = [tick.at for tick in found.cycles]
    assert min(b - a for a, b in itertools.pairwise(places)) >= drawings.LARGEST


@pytest.mark.parametrize("count", [2, 3, 7, 30, 200, 5000])
def test_attempts_are_numbered_from_1_by_a_round_step(count: int) -> None:
    steps = [Attempt(n, None, 0, correct=True, cycles=50) for n in range(1, count + 1)]
    found = drawings.attempts(steps, None)
    assert found is not None
    texts = [tick.text for tick in found.numbers]
    assert texts[0] == "1"
    assert 2 <= len(texts) <= 11
    places = [tick.at for tick in found.numbers]
    assert min(b - a for a, b in itertools.pairwise(places)) >= 2 * drawings.LARGEST


def test_equal_cycles_are_no_fault() -> None:
    same = [Attempt(number, None, 0, correct=True, cycles=50) for number in (1, 2)]
    assert drawings.attempts(same, baseline=50) is not None
    assert drawings.attempts(same[:1], baseline=50) is None
