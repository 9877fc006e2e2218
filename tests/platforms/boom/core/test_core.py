"""The model of the core: its C twin takes the same cycles and leaves the same state behind."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from kernelcraft.platforms.boom.machine.core import caches, fetch, predictor, timeline, units
from kernelcraft.platforms.boom.machine.core import retire as core
from kernelcraft.platforms.boom.machine.core.begin import again, begin
from kernelcraft.platforms.boom.machine.core.kinds import Kind
from kernelcraft.platforms.boom.machine.core.parameters import PARAMETERS
from kernelcraft.platforms.boom.machine.core.retire import retire
from kernelcraft.platforms.boom.machine.core.units import division
from kernelcraft.sim.machine import Array
from tests.platforms.boom.core.traces import path
from tests.platforms.routines import call, compiled

SOURCES = tuple(
    Path(str(module.__file__)).with_suffix(".c")
    for module in (units, predictor, caches, fetch, core)
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
    for step, row in enumerate(path(seed, 1500)):
        found = call(library(), retire, theirs, *row)
        assert retire(ours, *row) == found, (step, row)
        if step == 1000:
            again(ours)
            again(theirs)
    np.testing.assert_array_equal(ours, theirs)


DIVISIONS = {
    (7, 3): 8, (1, 1): 7, (16, 1): 11, (10**6, 1000): 17, (2**31, 3): 37, (2**48, 1): 55,
    (2**62 + 1, 3): 68, (3, 1000): 63, (0, 5): 69, (5, 0): 69, (-1, 1): 9,
}  # fmt: skip


@pytest.mark.parametrize(("operands", "cycles"), DIVISIONS.items())
def test_a_division_takes_as_long_as_measured(operands: tuple[int, int], cycles: int) -> None:
    assert division(Kind.DIV, *operands) == cycles
