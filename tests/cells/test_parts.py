"""The parts of a composite are cells of the sizes that it needs, and do all its products."""

from __future__ import annotations

import pytest

from kernelcraft.cells.cell import find_cells, load_cell
from kernelcraft.cells.parts import parts_of


def products(name: str) -> int:
    """Multiplications of a cell's products, by the text-book count."""
    cell = load_cell(name)
    d, parts = cell.dims, parts_of(cell)
    if cell.task.name == "gemm":
        return d["M"] * d["K"] * d["N"]
    if cell.task.name == "attention":
        return 2 * d["s"] * d["s"] * d["h"]
    if parts is None:
        return 0
    return sum(times * products(part) for part, times in parts.cells)


def test_a_decoder_block_is_made_of_two_norms_mha_and_swiglu() -> None:
    parts = parts_of(load_cell("plena/decoder_llama/C1"))
    assert parts is not None
    assert parts.cells == (
        ("plena/rms_norm/C3", 2),
        ("plena/mha/C1", 1),
        ("plena/swiglu/n=32,h=64,h_i=128", 1),
    )
    assert parts.missing == ()
    assert parts.glue == "two residual sums"


@pytest.mark.parametrize("name", ["plena/decoder_llama/C2", "amd_npu/decoder_llama/C3"])
def test_the_parts_have_all_the_products(name: str) -> None:
    d = load_cell(name).dims
    s, h, hidden = d["s"], d["h"], d["h_i"]
    projections, scores, perceptron = 4 * s * h * h, 2 * s * s * h, 3 * s * h * hidden
    assert products(name) == projections + scores + perceptron


def test_a_part_that_no_cell_can_be_is_named() -> None:
    parts = parts_of(load_cell("plena/mha/C5"))
    assert parts is not None
    assert parts.missing == ("gemm M=128,K=512,N=512",)


def test_elements_may_stand_in_rows_of_another_width() -> None:
    parts = parts_of(load_cell("plena/ffn/C3"))
    assert parts is not None
    assert ("plena/silu/rows=32,width=256", 1) in parts.cells


def test_settings_of_the_machine_hold_for_the_parts() -> None:
    parts = parts_of(load_cell("plena/ffn/C1+errata=official"))
    assert parts is not None
    assert all(name.endswith("+errata=official") for name, _ in parts.cells)


def test_what_is_no_composite_has_no_parts() -> None:
    assert parts_of(load_cell("plena/silu/C1")) is None
    assert not [each.name for each in find_cells("coral_npu") if parts_of(each)]  # rounding differs
