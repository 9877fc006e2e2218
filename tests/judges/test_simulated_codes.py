"""The simulated baselines of quantised cells are right, and within a step of torch's operators."""

import numpy as np
import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, find_cells
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.inputs import DISTRIBUTIONS, Distribution
from kernelcraft.sim.run import Limits
from tests.torch_quantised import judged

CELLS = [cell for cell in find_cells() if cell.output.element == "int8"]


@pytest.mark.judge
@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.name)
def test_a_simulated_output_is_torchs_within_a_step(cell: Cell, distribution: Distribution) -> None:
    given = input_set(cell, distribution, seed=11, poison=True)
    program = cell.platform.assemble(kernels.baseline(cell))
    run = cell.platform.run(program, given.staged.copy(), Limits())
    assert run.fault is None
    found = cell.platform.read(cell.memory_map.output, run.state)
    np.testing.assert_array_equal(found, given.reference)
    assert np.abs(found - judged(cell.task.name, given.inputs, cell.constants)).max() <= 1.0
