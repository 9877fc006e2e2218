"""The prompt says nothing that another machine needs, and leaves no word unexplained."""

from __future__ import annotations

import re

import pytest

from kernelcraft.cells.cell import Cell, find_cells, load_cell
from kernelcraft.workbench.prompt import render


def test_a_prompt_names_no_way_around_what_a_machine_has() -> None:
    around, beta = "without a vector maximum", "constant beta"
    plena, amd = (render(load_cell(f"{name}/relu/C1")).task for name in ("plena", "amd_npu"))
    assert around in plena
    assert beta in plena
    assert around not in amd
    assert beta not in amd


@pytest.mark.parametrize("cell", find_cells(config="C1"), ids=lambda cell: cell.name)
def test_every_constant_of_a_prompt_is_explained(cell: Cell) -> None:
    section = render(cell).task.partition("## Tensors")[2].partition("## Memory layout")[0]
    told = render(cell).task.partition("## Formula")[2].partition("## Tensors")[0]
    for line in section.splitlines():
        name, _, value = line.removeprefix("- constant ").partition(" = ")
        if value:
            assert ":" in value or re.search(rf"\b{name}\b", told), line


def test_a_setting_that_latencies_name_is_explained() -> None:
    told = render(load_cell("plena/silu/C1")).system
    assert 'DC_EN = 1, a setting of the machine: latencies "if DC_EN = 0" are not this' in told
