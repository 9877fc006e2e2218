"""Every task's reference agrees with torch's own operator in float64."""

import math

import numpy as np
import pytest
import torch

from kernelcraft import tasks
from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.sizes import configurations
from kernelcraft.grading.inputs import DISTRIBUTIONS, Distribution, draw
from kernelcraft.grading.tolerance import normalised_error
from tests.torch_operators import JUDGES


def sizes(name: str, config: str) -> tasks.Dims:
    """Of a platform that has the task."""
    platform = "plena" if name in configurations("plena") else "amd_npu"
    return configurations(platform)[name][config]


def test_every_task_has_a_judge() -> None:
    assert set(JUDGES) == set(tasks.names())


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
@pytest.mark.parametrize("name", tasks.names())
def test_reference_is_torchs_operator(name: str, distribution: Distribution) -> None:
    task = tasks.load(name)
    dims = sizes(name, "C2")
    inputs = draw(task, dims, distribution, seed=1)
    output = task.reference(inputs, task.constants(dims), dims)
    judged = JUDGES[name](*(torch.from_numpy(values) for values in inputs.values())).numpy()
    assert output.dtype == np.float64
    assert output.shape == judged.shape == task.output_shape(task.sizes(dims))
    np.testing.assert_allclose(output, judged, rtol=1e-12, atol=1e-13)


def test_gelu_keeps_its_digits_far_below_zero() -> None:
    x = np.array([[-6.0]])
    output = tasks.load("gelu").reference({"x": x}, {})
    assert output[0, 0] == pytest.approx(-5.9195256e-9, rel=1e-6)


def test_epsilon_is_the_one_the_machine_holds() -> None:
    x = np.full((1, 64), 1e-3)
    rms_norm = tasks.load("rms_norm")
    output = rms_norm.reference({"x": x}, {"eps": 3e-6, "inverse_width": 1 / 64})
    np.testing.assert_allclose(output, 0.5)


def test_the_rotation_matrix_turns_a_row_of_64_as_rope_does() -> None:
    rope, x = tasks.load("rope"), np.arange(128.0).reshape(2, 64)
    tables = draw(rope, {"s": 2, "d": 64}, "normal", seed=1)
    quarter = {"x": x, "cos": 0.0 * x, "sin": np.ones_like(x)}
    turned = rope.reference(quarter, {})
    np.testing.assert_array_equal(x @ tables["rotation"], turned)
    np.testing.assert_array_equal(turned[0, [0, 32]], [-32.0, 0.0])


def test_rope_turns_the_first_pair_of_position_1_by_one_radian() -> None:
    rope, dims = tasks.load("rope"), {"s": 2, "d": 128}
    tables = draw(rope, dims, "normal", seed=1)
    assert tables["cos"][1, [0, 64]].tolist() == [math.cos(1.0)] * 2
    assert tables["sin"][1, 63] == tables["sin"][1, 127] == math.sin(10_000 ** (-126 / 128))


def test_a_cache_is_rounded_in_a_cells_reference() -> None:
    cell = load_cell("plena/mha/C1")
    inputs = draw(cell.task, cell.dims, "normal", seed=1)
    exact = cell.task.reference(inputs, cell.constants, cell.dims)
    error = normalised_error(output=cell.reference(inputs), reference=exact)
    assert 0.01 < error < 0.1


@pytest.mark.parametrize("name", tasks.names())
def test_inputs_are_left_alone(name: str) -> None:
    task = tasks.load(name)
    dims = sizes(name, "C1")
    inputs = draw(task, dims, "normal", seed=2)
    before = {operand: values.copy() for operand, values in inputs.items()}
    task.reference(inputs, task.constants(dims), dims)
    assert all(np.array_equal(before[operand], inputs[operand]) for operand in inputs)
