"""The table of the programs' cycles is what gradings give, and has the paper's speedups."""

from pathlib import Path

import pytest

from kernelcraft.cells.cell import find_cells, load_cell
from kernelcraft.cells.published import published, same_sizes
from kernelcraft.platforms.boom.studies.programs import BEGIN, END, HEAD, PAGE, row

ROOT = Path(__file__).parents[4]
TEXT = (ROOT / PAGE).read_text(encoding="utf-8")
ROWS = TEXT.partition(BEGIN)[2].partition(END)[0].strip().splitlines()
CELLS = find_cells("boom")


def test_the_page_has_a_row_for_every_program() -> None:
    assert "\n".join(ROWS[:2]) == HEAD
    assert [each.split(" | ")[0] for each in ROWS[2:]] == [f"| {c.task.name}" for c in CELLS]


@pytest.mark.parametrize("name", ["multiply", "towers", "dotprod", "pmp"])
def test_a_row_is_what_both_kernels_take(name: str) -> None:
    assert row(load_cell(f"boom/{name}/C1")) in ROWS


def test_every_expert_is_at_least_a_fifth_faster() -> None:
    for each in ROWS[2:]:
        assert float(each.split(" | ")[6]) >= 1.2


def test_the_papers_speedups() -> None:
    found = published("boom")
    assert set(found.speedups) == found.other_sizes == {cell.task.name for cell in CELLS}
    assert found.speedups["rsort"] == 0.12
    assert not any(same_sizes(cell) for cell in CELLS)
