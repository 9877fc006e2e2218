"""Generators with knobs: which cells have them, and that their settings are kernels."""

from __future__ import annotations

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import expert
from kernelcraft.cells.knobs import space
from kernelcraft.grading.job import Evaluate
from kernelcraft.platforms.coral_npu.kernels.experts import gemm
from kernelcraft.platforms.coral_npu.kernels.schedules import product

RIGHT = {
    "plena/gemm/C2": (0,) * 9,
    "plena/linear/C1": (0,) * 9,
    "plena/silu/C4": (1,) * 11,
    "coral_npu/gemm/C1": (0, 0, 0, 0, 0, 0, 0, 0),
    "amd_npu/gemm/C1": (1, 2, 1, 1, 0, 0, 2, 0, 0),
}


@pytest.mark.parametrize("cell", RIGHT)
def test_a_setting_is_a_right_kernel(cell: str) -> None:
    found = space(load_cell(cell))
    assert found is not None
    assert len(found.sizes) == len(RIGHT[cell])
    assert all(0 <= at < size for at, size in zip(RIGHT[cell], found.sizes, strict=True))
    assert Evaluate(cell, found.write(RIGHT[cell])).perform().failure is None


def test_weights_that_are_widened_before_they_come_are_wrong() -> None:
    cell = "coral_npu/gemm/C1"
    found = space(load_cell(cell))
    assert found is not None
    late, early = 3, 0  # behind all multiplications, before the first
    assert Evaluate(cell, found.write((0, late, late, early, 0, 0, 0, 0))).perform().failure == (
        "wrong"
    )


def test_every_knob_names_units_of_its_machine() -> None:
    for name in RIGHT:
        cell = load_cell(name)
        found = space(cell)
        assert found is not None
        assert all(knob.units for knob in found.knobs)
        assert {unit for knob in found.knobs for unit in knob.units} <= set(cell.platform.isa.units)


@pytest.mark.parametrize(
    "cell",
    ["plena/gelu/C1", "plena/silu/C1", "plena/mha/C1", "coral_npu/relu/C1", "amd_npu/relu/C1"],
)
def test_other_cells_have_none(cell: str) -> None:
    assert space(load_cell(cell)) is None


def test_the_experts_order_is_the_default() -> None:
    cell = load_cell("coral_npu/gemm/M=33,K=32,N=32")  # whole tiles of three rows
    assert gemm.write(cell, product.ROWS) == expert(cell)
