"""Elements that are changed together have no output in common, and every element has its turn."""

from itertools import islice

import numpy as np
import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.grading.input_set import drawn
from kernelcraft.proofs.dependence import dependence
from kernelcraft.proofs.groups import groups, tied

TIED = [
    ("amd_npu/gemm/C1", {"x": {0: 0}, "w": {1: 1}}),
    ("amd_npu/batch_matmul/C1", {"x": {0: 0, 1: 1}, "w": {0: 0, 2: 2}}),
    ("amd_npu/conv2d/C3", {"x": {}, "w": {3: 2}}),
    ("amd_npu/attention/C1", {"q": {0: 0}, "k": {}, "v": {1: 1}}),
    ("plena/softmax/C1", {"x": {0: 0}}),
    ("plena/relu/C1", {"x": {0: 0, 1: 1}}),
    ("boom/qsort/C1", {"x": {}}),
]


@pytest.mark.parametrize(("name", "wanted"), TIED)
def test_the_reference_says_which_axes_keep_outputs_apart(
    name: str, wanted: dict[str, dict[int, int]]
) -> None:
    cell = load_cell(name)
    given, other = (drawn(cell, "normal", seed)[0] for seed in (0, 1))
    assert {each: tied(cell, given, other, each) for each in wanted} == wanted


@pytest.mark.parametrize("name", ["amd_npu/gemm/C1", "plena/layer_norm/C1", "boom/multiply/C1"])
def test_every_element_is_in_one_group_and_owns_what_it_moves(name: str) -> None:
    cell = load_cell(name)
    given, other = (drawn(cell, "normal", seed)[0] for seed in (0, 1))
    right = cell.reference(given)
    count = {each: np.zeros(values.size, np.int64) for each, values in given.items()}
    for number, group in enumerate(groups(cell, given, other, seed=3)):
        np.add.at(count[group.name], group.at, 1)
        if number % 50 == 0:
            changed = given[group.name].copy()
            changed.flat[group.at] = other[group.name].flat[group.at]
            moved = cell.reference({**given, group.name: changed}) != right
            owners = group.owners(right.shape)
            assert (owners[moved] >= 0).all()
    assert all((each == 1).all() for each in count.values())


@pytest.mark.parametrize("name", ["plena/ffn/C1", "amd_npu/gemm/C1"])
def test_the_first_groups_have_every_index_of_each_axis(name: str) -> None:
    cell = load_cell(name)
    given, other = (drawn(cell, "normal", seed)[0] for seed in (0, 1))
    longest = max(size for values in given.values() for size in values.shape)
    seen = {each: np.zeros(values.shape, np.bool_) for each, values in given.items()}
    for group in islice(groups(cell, given, other, seed=0), 2 * longest * len(given)):
        seen[group.name].flat[group.at] = True
    for each in seen.values():
        assert each.ndim < 2 or (each.any(axis=0).all() and each.any(axis=1).all())


def test_few_runs_try_all_elements_of_a_function() -> None:
    cell = load_cell("plena/relu/C1")
    found = dependence(cell, kernels.baseline(cell))
    assert found.complete
    assert found.runs < found.elements / 5
    assert found.slices == {"x": (sum(cell.output.shape), sum(cell.output.shape))}
