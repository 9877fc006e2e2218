"""Whole programs take as many cycles as on the RTL of the core."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.platforms.coral_npu.machine.measured_programs import (
    IDEAL,
    KERNELS,
    REFERENCE,
    REFERENCE_UNBUFFERED,
    UNBUFFERED,
    compiled,
    cycles,
    sets,
    unbuffered,
)
from tests.platforms.coral_npu.machine.measurement import near
from tests.platforms.coral_npu.machine.rtl import RTL
from tests.platforms.coral_npu.machine.timed_programs import FRESH, SEEDS

DIFFERENT = {"add_m1": 1171}  # the reference's loop has fewer instructions; ours on the RTL: 1171


def test_everything_is_measured() -> None:
    assert {path.stem for path in KERNELS.glob("*.s")} == {*RTL.kernels}
    assert {path.stem for path in (KERNELS / "random").glob("*.s")} == {*RTL.random}
    assert [*RTL.programs] == [*SEEDS]
    assert [*RTL.fresh] == [*FRESH]
    assert len(RTL.baselines) == 75


@pytest.mark.parametrize("index", range(5))
def test_programs(index: int) -> None:
    found = sets()[index]
    assert found.within(0.05) == len(found.rtl)
    assert found.within(0) >= 0.95 * len(found.rtl)


@pytest.mark.parametrize("name", RTL.kernels)
def test_compiled_kernels_are_exact(name: str) -> None:
    assert sets()[0].ours[name] == RTL.kernels[name]


def test_without_the_buffer() -> None:
    kernels, programs = unbuffered()
    assert kernels.within(0.02) == len(kernels.rtl)
    assert programs.within(0.05) >= 0.9 * len(programs.rtl)
    assert programs.within(0.16) == len(programs.rtl)


@pytest.mark.parametrize("name", REFERENCE)
def test_kernels_of_the_reference(name: str) -> None:
    ours = sets()[0].ours[name]
    assert abs(ours / REFERENCE[name] - 1) <= 0.05 or DIFFERENT[name] == ours


@pytest.mark.parametrize("name", REFERENCE_UNBUFFERED)
def test_kernels_of_the_reference_without_the_buffer(name: str) -> None:
    ours = cycles(compiled(name), UNBUFFERED)
    assert near(ours, REFERENCE_UNBUFFERED[name])


def test_saxpy_with_the_slower_floats_of_the_reference() -> None:
    slow = cycles(compiled("saxpy_scalar"), replace(IDEAL, fpu_latency=5))
    assert near(slow, 4127)
