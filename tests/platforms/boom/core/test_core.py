"""The model of the core: its C twin takes the same cycles and leaves the same state behind."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from kernelcraft.platforms.boom.machine.core import (
    caches,
    fetch,
    misses,
    predictor,
    timeline,
    units,
)
from kernelcraft.platforms.boom.machine.core import retire as core
from kernelcraft.platforms.boom.machine.core.begin import again, begin
from kernelcraft.platforms.boom.machine.core.kinds import Kind
from kernelcraft.platforms.boom.machine.core.parameters import PARAMETERS
from kernelcraft.platforms.boom.machine.core.retire import retire
from kernelcraft.platforms.boom.machine.core.timeline import Free, Reason
from kernelcraft.platforms.boom.machine.core.units import division
from kernelcraft.sim.machine import Array
from tests.platforms.boom.core.traces import CODE, DATA, path
from tests.platforms.routines import call, compiled

SOURCES = tuple(
    Path(str(module.__file__)).with_suffix(".c")
    for module in (units, predictor, misses, caches, fetch, core)
)


@cache
def library() -> ctypes.CDLL:
    """The C of the core."""
    return compiled([timeline.prelude(), *(each.read_text() for each in SOURCES)])


def fresh(name: str) -> Array:
    """A core after reset."""
    t = np.zeros(timeline.WORDS, dtype=np.int64)
    begin(t, PARAMETERS[name])
    return t


@pytest.mark.parametrize("name", PARAMETERS)
@pytest.mark.parametrize("seed", range(8))
def test_both_take_the_same_cycles(name: str, seed: int) -> None:
    ours, theirs = fresh(name), fresh(name)
    free = seed * 5 & 31 if seed > 3 else 0  # a what-if run
    for step, row in enumerate(path(seed, 1500)):
        found = call(library(), retire, theirs, *(*row, free))
        assert retire(ours, *(*row, free)) == found, (step, row)
        if step == 1000:
            again(ours)
            again(theirs)
    np.testing.assert_array_equal(ours, theirs)


def charged(name: str, rows: list[tuple[int, ...]], free: int = 0) -> tuple[dict[int, int], Array]:
    """The cycles under each reason along a path, and the core after it."""
    t, under = fresh(name), dict.fromkeys(map(int, Reason), 0)
    for row in rows:
        found = call(library(), retire, t, *(*row, free))
        under[found & 255] += found >> 8
    return under, t


def apart(count: int) -> list[tuple[int, ...]]:
    """Loads of ever new lines, each followed by more additions than any window holds."""
    rows: list[tuple[int, ...]] = []
    for i in range(count):
        kind = Kind.LOAD if i % 150 == 0 else Kind.ALU
        address = (DATA + 64 * i, 8) if kind == Kind.LOAD else (0, 0)
        pc = CODE + 4 * (i % 150)
        after = CODE + 4 * ((i + 1) % 150)
        branch = i % 150 == 149
        rows.append((pc, 4, Kind.JAL if branch else kind, 5, 0, 0, 0, *address, 0, 0, after))
    return rows


def test_random_paths_meet_all_that_can_happen() -> None:
    runs = [charged(name, path(seed, 3000)) for name in PARAMETERS for seed in (2, 7, 9, 10)]
    for reason in Reason:
        assert any(under[reason] for under, _ in runs), reason
    for word in (timeline.MISPREDICTED, timeline.MISSED, timeline.VIOLATED):
        assert any(t[word] for _, t in runs)
    assert all(sum(under.values()) == t[timeline.COMMITTED] for under, t in runs)


@pytest.mark.parametrize(
    ("free", "reason", "rows"),
    [
        (Free.MISPREDICT, Reason.MISPREDICT, path(2, 3000)),
        (Free.MISS, Reason.MISS, path(2, 3000)),
        (Free.WINDOW, Reason.WINDOW, apart(1500)),
    ],
    ids=["mispredicts", "misses", "windows"],
)
def test_what_is_free_is_not_charged(
    free: Free, reason: Reason, rows: list[tuple[int, ...]]
) -> None:
    _, t = charged("medium", rows)
    without, after = charged("medium", rows, free)
    assert without[reason] == 0
    assert after[timeline.COMMITTED] < t[timeline.COMMITTED]


DIVISIONS = {
    (7, 3): 8, (1, 1): 7, (16, 1): 11, (10**6, 1000): 17, (2**31, 3): 37, (2**48, 1): 55,
    (2**62 + 1, 3): 68, (3, 1000): 63, (0, 5): 69, (5, 0): 69, (-1, 1): 9,
}  # fmt: skip


@pytest.mark.parametrize(("operands", "cycles"), DIVISIONS.items())
def test_a_division_takes_as_long_as_measured(operands: tuple[int, int], cycles: int) -> None:
    assert division(Kind.DIV, *operands) == cycles
