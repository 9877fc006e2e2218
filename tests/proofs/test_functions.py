"""Functions of one element, on every value that it can hold."""

import math

import numpy as np
import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import find_cells, load_cell
from kernelcraft.grading.verification import grade
from kernelcraft.proofs.functions import function, is_function

FUNCTIONS = {
    f"{platform}/{task}/C1"
    for platform in ("plena", "coral_npu", "amd_npu")
    for task in ("relu", "silu", "gelu")
}


def test_which_cells_are_functions() -> None:
    cells = find_cells(config="C1")
    assert {cell.name for cell in cells if is_function(cell)} == FUNCTIONS


@pytest.mark.parametrize("writer", [kernels.baseline, kernels.expert])
@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_ours_are_right_for_every_value(name: str, writer: object) -> None:
    cell = load_cell(name)
    assert callable(writer)
    alike = np.zeros(math.prod(cell.output.shape), np.int64)
    found = function(cell, writer(cell), seconds=60, kinds=alike)
    assert not found.wrong, found.sentence()
    assert found.complete
    assert found.tried == found.pairs == found.values
    assert found.error < 1
    if cell.exact:
        assert (found.values, found.error) == (256, 0)


def test_each_value_is_tried_in_a_place_of_each_kind() -> None:
    cell = load_cell("coral_npu/relu/C1")
    kinds = np.arange(math.prod(cell.output.shape)) % 3
    found = function(cell, kernels.expert(cell), kinds=kinds)
    assert found.complete
    assert found.tried == found.pairs == 3 * 256
    assert 1 < found.runs <= 3
    assert "in every kind of place" in found.sentence()


def test_a_band_of_tiny_numbers_that_no_draw_meets() -> None:
    """Bits that wrap around: 512 arguments of 34,477 give no number."""
    cell = load_cell("amd_npu/silu/C1")
    text = kernels.expert(cell)
    wrapping = text.replace("vmaxdiff_lt.s16", "vsub.16").replace(", r17,", ",")
    assert wrapping != text
    assert grade(cell, wrapping, seed=1).correct
    found = function(cell, wrapping)
    assert "nan instead of" in found.wrong
    assert "e-3" in found.wrong
