"""Inputs whose sums are ties: kernels that round them otherwise are wrong there."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelcraft import tasks
from kernelcraft.cells.sizes import configurations
from kernelcraft.grading.inputs import draw
from kernelcraft.tasks import Dims, FloatArray
from kernelcraft.tasks.quantised import requantise, vsmul
from kernelcraft.tasks.quantised_mistakes import REQUANTISATIONS
from kernelcraft.tasks.ties import to_tie

Sums = Callable[[dict[str, FloatArray]], FloatArray]
SUMS: dict[str, tuple[Dims, Sums]] = {
    "gemv": ({"M": 64, "N": 32}, lambda v: v["A"] @ v["x"]),
    "gemm": ({"M": 3, "K": 32, "N": 64}, lambda v: v["x"][0] @ v["w"]),
    "linear": ({"n": 3, "h_in": 32, "h_out": 64}, lambda v: v["x"][0] @ v["w"] + v["bias"]),
}
LEAST = {"gemv": 0.3, "gemm": 0.3, "linear": 1.0}
"""The share of ties: a weight has too small a range for all, a bias has not."""


@given(
    st.integers(-(2**22), 2**22), st.integers(2**30, 2**31 - 1), st.integers(1, 14), st.booleans()
)
def test_a_sum_is_moved_to_the_next_tie(acc: int, multiplier: int, shift: int, up: bool) -> None:
    least = 0.0 if up else -(2.0**31)
    moved = acc + to_tie(np.array([float(acc)]), float(multiplier), float(shift), least)
    product = vsmul(moved, float(multiplier))
    assert product % 2.0**shift == 2.0 ** (shift - 1)
    assert product > least
    if not up:
        assert abs(moved - acc) <= 2.0 ** (shift + 1)


@pytest.mark.parametrize("name", SUMS)
def test_many_sums_are_ties(name: str) -> None:
    dims, sums = SUMS[name]
    drawn = draw(tasks.load(name, "int8"), dims, "ties", 4)
    step = 2.0 ** drawn["shift"]
    ties = vsmul(sums(drawn), drawn["multiplier"]) % step == step / 2.0
    assert ties.mean() >= LEAST[name]


@pytest.mark.parametrize("step", ["ties to even", "ties away from zero", "rounded once"])
def test_other_roundings_show_in_one_gemv(step: str) -> None:
    dims, sums = SUMS["gemv"]
    v = draw(tasks.load("gemv", "int8"), dims, "ties", 4)
    scale = (sums(v), v["multiplier"], v["shift"], -6.0)
    assert np.count_nonzero(REQUANTISATIONS[step](*scale) != requantise(*scale)) >= 4


TIED = [name for name in tasks.names("int8") if "ties" in tasks.load(name, "int8").edges]


@pytest.mark.parametrize("name", TIED)
def test_weights_stay_in_their_range_and_tables_as_they_are(name: str) -> None:
    task = tasks.load(name, "int8")
    dims = configurations("coral_npu")[name]["C1"]
    values = draw(task, dims, "ties", 1)
    for operand in task.inputs:
        if operand.role == "weight" and operand.element == "int8" and operand.table is None:
            assert np.abs(values[operand.name]).max() <= 127
        if operand.table is not None:
            assert np.array_equal(values[operand.name], operand.table(task.sizes(dims)))
