"""The cells in whole numbers as questions: wrong arithmetic is refused by more than luck."""

import re
from pathlib import Path

import numpy as np
import pytest

from kernelcraft import tasks
from kernelcraft.cells.cell import Cell, find_cells, load_cell
from kernelcraft.cli.task_page import row
from kernelcraft.grading.input_set import drawn
from kernelcraft.grading.inputs import distributions
from kernelcraft.grading.known import complaints
from kernelcraft.grading.soundness import examine_task
from kernelcraft.tasks.mistakes import step
from kernelcraft.tasks.quantised import requantise
from kernelcraft.tasks.task import Mistakes

PAGE = (Path(__file__).parents[2] / "docs" / "tasks.md").read_text(encoding="utf-8")
CELLS = find_cells(platform="coral_npu")
KERNELS = 2  # columns: right ones have no error
SMALL = [cell for cell in CELLS if cell.configuration == "C1"]


@pytest.mark.parametrize("cell", SMALL, ids=lambda cell: cell.name)
def test_a_cell_is_as_sound_as_the_page_says(cell: Cell) -> None:
    found = examine_task(cell)
    assert complaints([found]) == []
    assert found.accepted
    assert {each.error for each in found.accepted} == {0.0}
    (line,) = re.findall(rf"^\| ({cell.name} \|.*) \|$", PAGE, re.MULTILINE)
    shown = tuple(text.strip() for text in line.split("|"))
    assert shown[:-KERNELS] == row(found)[:-KERNELS]


def test_every_cell_is_on_the_page() -> None:
    rows = re.findall(r"^\| (coral_npu/\w+/C\d) \|", PAGE, re.MULTILINE)
    assert rows == [cell.name for cell in CELLS]


def mistakes(name: str) -> Mistakes:
    cell = load_cell(f"coral_npu/{name}")
    return cell.task.mistakes(cell.dims)


@pytest.mark.parametrize("name", tasks.names("int8"))
def test_the_page_names_every_mistake(name: str) -> None:
    found = mistakes(f"{name}/C2")
    assert len(found) >= 7
    rows = re.findall(rf"^\| coral_npu/{name} \| ([^|]*) \| [^|]* \| C\d \|$", PAGE, re.MULTILINE)
    assert set(rows) == set(found)


@pytest.mark.parametrize("cell", SMALL, ids=lambda cell: cell.name)
def test_nothing_but_the_mistake_is_wrong(cell: Cell) -> None:
    """What is given without a mistake gives the reference, as does a right step for a right one."""
    for distribution in distributions(cell.task):
        inputs, reference = drawn(cell, distribution, 3)
        given = cell.given(inputs)
        np.testing.assert_array_equal(given.output(), reference)
        if "ties away from zero" in cell.task.mistakes(cell.dims):
            np.testing.assert_array_equal(step(requantise=requantise)(given), reference)


def test_a_window_of_one_pixel_has_no_padding_to_mistake() -> None:
    one, nine = (mistakes(f"conv2d/{config}") for config in ("C1", "C2"))
    assert "zeros for padding" in nine
    assert "zeros for padding" not in one
    assert set(one) < set(nine)


def test_a_mistake_that_cannot_show_is_no_mistake_of_the_task() -> None:
    assert "ties away from zero" in mistakes("conv2d/C2")
    assert "ties away from zero" not in mistakes("conv_block/C2")
