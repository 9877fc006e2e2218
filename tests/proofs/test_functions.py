"""Functions of one element, on every value that it can hold."""

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
    found = function(cell, writer(cell), seconds=0.5)
    assert not found.wrong, found.sentence()
    assert found.tried >= found.values
    assert found.error < 1
    if cell.exact:
        assert (found.values, found.complete, found.error) == (256, True, 0)


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
