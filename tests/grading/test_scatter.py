"""A right kernel passes on inputs that are hard by chance; a wrong one does not."""

import numpy as np
import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.plain import BFLOAT16, PlainRounding
from kernelcraft.grading import lockfile
from kernelcraft.grading.examination import Examination, examine
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.inputs import Distribution
from kernelcraft.grading.scatter import DRAWS, StochasticRounding, scatter
from kernelcraft.grading.tolerance import strict_rule
from kernelcraft.grading.verification import grade

HARD: list[tuple[str, Distribution, int, int]] = [  # an input set, and a grading that has it
    ("amd_npu/conv_block/C1", "shifted", 17_887_182_005_202_086_578, 594),
    ("amd_npu/conv_block/C1", "normal", 16_751_117_120_249_337_953, 2359),
    ("amd_npu/conv_block/C1", "wide", 15_456_604_703_923_737_893, 2214),
]


def _examined(name: str, distribution: Distribution, seed: int, *, honest: bool) -> Examination:
    cell = load_cell(name)
    program = cell.platform.assemble(kernels.expert(cell))
    given = input_set(cell, distribution, seed, poison=True)
    rule = strict_rule(lockfile.tau(cell, distribution))
    return examine(cell, program, given, rule, lockfile.limits(cell), honest=honest)


@pytest.mark.parametrize(("name", "distribution", "seed", "grading"), HARD)
def test_a_right_kernel_passes_where_the_plain_algorithm_scatters(
    name: str, distribution: Distribution, seed: int, grading: int
) -> None:
    assert _examined(name, distribution, seed, honest=False).failure == "wrong"
    assert _examined(name, distribution, seed, honest=True).failure is None
    cell = load_cell(name)
    verdict = grade(cell, kernels.expert(cell), seed=grading, second_run=False)
    assert verdict.correct
    assert seed in verdict.seeds


@pytest.mark.parametrize(("name", "distribution", "seed", "grading"), HARD)
def test_only_the_hard_rows_are_excused(
    name: str, distribution: Distribution, seed: int, grading: int
) -> None:
    cell = load_cell(name)
    tau = lockfile.tau(cell, distribution)
    assert tau is not None
    far = scatter(cell, distribution, seed).rows > 4.0 * tau
    assert 0 < np.count_nonzero(far) <= far.size / 10


def test_stochastic_rounding_takes_a_neighbour_and_is_right_on_average() -> None:
    machine = PlainRounding(BFLOAT16)
    rounding = StochasticRounding(machine, 2.0**-8, np.random.default_rng(3))
    value = 1.75 + 0.25 * 2.0**-7  # a quarter of the way from 1.75 to the next number
    found = rounding.vector(np.full(40_000, value))
    assert set(np.unique(found)) == {1.75, 1.75 + 2.0**-7}
    assert np.mean(found) == pytest.approx(value, abs=2.0**-7 * 0.02)
    assert np.array_equal(rounding.cache(found), machine.cache(found))


def test_draws_follow_from_the_seed() -> None:
    cell = load_cell("amd_npu/softmax/C1")
    first = scatter(cell, "wide", 5)
    scatter.cache_clear()
    again, other = scatter(cell, "wide", 5), scatter(cell, "wide", 6)
    assert DRAWS > 1
    assert np.array_equal(first.elements, again.elements)
    assert not np.array_equal(first.elements, other.elements)
