"""Events in any order become shares of equal slices of time."""

from __future__ import annotations

from random import Random

import pytest

from kernelcraft.sim.timeline import Event, Lane, lanes


def test_who_does_what_when() -> None:
    events = [
        Event("core", "at work", 0, 30),
        Event("channel 0", "moves", 5, 15, 40),
        Event("core", "at a lock", 30, 40),
        Event("channel 0", "moves", 35, 40, 20),
    ]
    assert lanes(events, 40, 4) == (
        Lane("core", "at work", 30, 0, (1.0, 1.0, 1.0, 0.0)),
        Lane("channel 0", "moves", 15, 60, (0.5, 0.5, 0.0, 0.5)),
        Lane("core", "at a lock", 10, 0, (0.0, 0.0, 0.0, 1.0)),
    )


@pytest.mark.parametrize("seed", range(5))
def test_the_slices_add_up(seed: int) -> None:
    random = Random(seed)
    edges = sorted(random.sample(range(1000), 40))
    events = [Event("core", "at work", *pair) for pair in zip(edges[::2], edges[1::2], strict=True)]
    random.shuffle(events)
    (lane,) = lanes(events, 1000, 7)
    assert lane.cycles == sum(each.end - each.begin for each in events)
    assert sum(lane.shares) * 1000 / 7 == pytest.approx(lane.cycles, abs=0.1)
    assert all(0 <= share <= 1 for share in lane.shares)


def test_nothing_happens() -> None:
    assert lanes([], 100, 4) == ()
    assert lanes([Event("core", "at work", 0, 0)], 0, 2) == (Lane("core", "at work", 0, 0, (0, 0)),)
