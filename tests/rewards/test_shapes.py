"""What each shape of a reward gives for a kernel of known fate."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from kernelcraft.rewards import SHAPES, Outcome, advantages, credit, named

BASELINE, BOUND = 1000, 500
NOTHING = Outcome(assembled=False, right=False)
WRONG = Outcome(assembled=True, right=False, cycles=600, baseline=BASELINE, bound=BOUND)
EVEN = Outcome(assembled=True, right=True, cycles=BASELINE, baseline=BASELINE, bound=BOUND)
FAST = replace(EVEN, cycles=BOUND)
SLOW = replace(EVEN, cycles=2000)


@pytest.mark.parametrize(
    ("name", "outcome", "value"),
    [
        ("default", NOTHING, 0.0),
        ("default", WRONG, 0.0),
        ("default", EVEN, 0.3 + 0.7 * 0.5),
        ("default", FAST, 1.0),
        ("default", SLOW, 0.3 + 0.7 * 0.25),
        ("default", replace(EVEN, baseline=505), 1.0),  # no headroom
        ("default", replace(EVEN, bound=None), 0.3 + 0.7 * 0.5),
        ("default", replace(FAST, bound=None, cycles=100), 1.0),  # ten times as fast
        ("default", replace(EVEN, cycles=None), 0.3 + 0.7 * 0.5),
        ("default", replace(EVEN, baseline=None, bound=None), 0.3 + 0.7 * 0.5),
        ("binary", SLOW, 1.0),
        ("binary", WRONG, 0.0),
        ("staged", WRONG, 0.1),
        ("staged", EVEN, 0.4),
        ("staged", FAST, 1.0),
        ("staged", SLOW, 0.4),
        ("kevin", FAST, 2.3),
        ("kevin", WRONG, 0.0),
        ("drkernel", NOTHING, -0.5),
        ("drkernel", WRONG, 0.0),
        ("drkernel", EVEN, 1.0),
        ("drkernel", SLOW, 0.7 + 0.15 - 0.1),
        ("drkernel", replace(EVEN, cycles=1), 1.6),
    ],
)
def test_what_a_kernel_is_worth(name: str, outcome: Outcome, value: float) -> None:
    assert named(name).of(outcome) == pytest.approx(value)


@pytest.mark.parametrize("name", SHAPES)
def test_what_is_suspicious_is_worth_the_least(name: str) -> None:
    shape = named(name)
    assert shape.of(replace(FAST, suspicious=True)) == shape.least
    fates = [NOTHING, WRONG, SLOW, EVEN, FAST]
    assert all(shape.least <= shape.of(each) <= shape.most for each in fates)
    assert [shape.of(each) for each in fates] == sorted(shape.of(each) for each in fates)


def test_an_unknown_shape_is_a_sentence() -> None:
    with pytest.raises(ValueError, match="there is no reward 'best'; there are default, binary"):
        named("best")


def test_a_turn_is_credited_with_what_came_after() -> None:
    assert credit([0.0, 1.0, 0.0, 2.0], 0.5) == [0.75, 1.5, 1.0, 2.0]
    assert credit([]) == []
    assert math.isclose(credit([0.0, 1.0])[0], 0.4)
    with pytest.raises(ValueError, match="from 0 to 1"):
        credit([1.0], 1.5)


def test_equal_rewards_of_a_group_have_no_advantage() -> None:
    assert advantages([0.65] * 4) == [0.0] * 4
    assert advantages([0.0, 1.0]) == [-1.0, 1.0]
