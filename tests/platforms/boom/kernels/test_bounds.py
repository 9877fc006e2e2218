"""No kernel is faster than its cell's bound, which says what has to be read, written, computed."""

import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, find_cells, load_cell
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.inputs import distributions
from kernelcraft.sim.run import Limits

CELLS = find_cells("boom")
LIMITS = Limits(instructions=100_000_000, cycles=1 << 50)
BOUNDS = {
    "multiply": 150,  # 50 loads of each vector and 50 stores, two elements each
    "vvadd": 450,
    "copy": 4000,
    "median": 797,  # 200 loads, 200 stores, 3 operations a window, two in a cycle
    "dotprod": 1537,
    "qsort": 2048,
    "rsort": 2048,
    "towers": 197,  # 191 stores of two names each, and ten names to load
    "dhrystone": 4500,
    "pmp": 1834,
}


@pytest.mark.parametrize("name", BOUNDS)
def test_bounds(name: str) -> None:
    assert kernels.bound(load_cell(f"boom/{name}/C1")) == BOUNDS[name]


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.name)
def test_no_kernel_is_faster(cell: Cell) -> None:
    bound = kernels.bound(cell)
    assert bound is not None
    for text in (kernels.baseline(cell), kernels.expert(cell)):
        program = cell.platform.assemble(text)
        for kind in distributions(cell.task):
            state = input_set(cell, kind, 2, poison=True).staged.copy()
            assert cell.platform.run(program, state, LIMITS).cycles > bound
