"""Case study 1 of the paper: a template of FFN made better, here for all sizes and not for one."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.held_out import held_out_cells
from kernelcraft.generators import program
from kernelcraft.generators.knobs import turned
from kernelcraft.grading.evaluation import evaluate

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "generators.md").read_text()
CELL = load_cell("plena/ffn/C2")
"""The paper's (8, 128, 256)."""


def text(name: str) -> str:
    return (ROOT / "examples" / name).read_text()


WRITERS: dict[str, Callable[[Cell], str]] = {
    "the template": kernels.baseline,
    "`ffn.star`, `SLICES = 2`": lambda cell: program.kernel(cell, turned(text("ffn.star"), ["2"])),
    "`ffn.star`": lambda cell: program.kernel(cell, text("ffn.star")),
    "`ffn_by_rows.star`": lambda cell: program.kernel(cell, text("ffn_by_rows.star")),
}


def row(name: str) -> list[int]:
    """Instructions and cycles of a line of the page's table."""
    found = re.search(rf"^\| {re.escape(name)} \| ([\d,]+) \| ([\d,]+) \|", PAGE, re.MULTILINE)
    assert found is not None, name
    return [int(number.replace(",", "")) for number in found.groups()]


@pytest.mark.parametrize("name", WRITERS)
def test_the_page_has_what_is_measured(name: str) -> None:
    kernel = WRITERS[name](CELL)
    lines = [line for line in kernel.splitlines() if line and not line.lstrip().startswith(";")]
    assert row(name) == [len(lines), evaluate(CELL, kernel).cycles]


@pytest.mark.parametrize("name", ["`ffn.star`", "`ffn_by_rows.star`"])
def test_each_is_right_and_faster_at_other_sizes_too(name: str) -> None:
    """The smallest, a tail, and several chunks of the depth; the paper's is right at one only."""
    drawn = [each.cell for each in held_out_cells("plena", "ffn", 2, seed=3)]
    for cell in [*drawn, load_cell("plena/ffn/n=4,h=320,h_i=576")]:
        found, template = (evaluate(cell, WRITERS[who](cell)) for who in (name, "the template"))
        assert found.failure is None, (cell.name, found.message)
        assert 1.02 * (found.cycles or 0) < (template.cycles or 0), cell.name
