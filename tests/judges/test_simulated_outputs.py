"""What the simulated baselines compute is what torch's operators compute, on every cell."""

import pytest
import torch

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, find_cells
from kernelcraft.grading import lockfile
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.inputs import DISTRIBUTIONS, Distribution
from kernelcraft.grading.tolerance import strict_rule
from kernelcraft.sim.run import Limits
from tests.torch_operators import JUDGES


@pytest.mark.judge
@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
@pytest.mark.parametrize("cell", find_cells(platform="plena"), ids=lambda cell: cell.name)
def test_a_simulated_output_is_torchs(cell: Cell, distribution: Distribution) -> None:
    given = input_set(cell, distribution, seed=11, poison=True)
    program = cell.platform.assemble(kernels.baseline(cell))
    run = cell.platform.run(program, given.staged.copy(), Limits())
    assert run.fault is None
    found = cell.platform.read(cell.memory_map.output, run.state)
    expected = JUDGES[cell.task.name](*map(torch.from_numpy, given.inputs.values())).numpy()
    rule = strict_rule(lockfile.tau(cell, distribution))
    assert rule.compare(output=found, reference=expected).ok
